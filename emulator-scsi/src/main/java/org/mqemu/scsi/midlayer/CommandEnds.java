package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** What error handling does with commands that it is done with, for one context. */
interface CommandEnds {
    /**
     * Prepares to give a command's places back and end its request (scsi_finish_command).
     *
     * @param request a completed request
     */
    Step finish(Request request);

    /**
     * Prepares to give a command's places back and issue it again (scsi_queue_insert).
     *
     * @param request a request that error handling has
     */
    Step requeue(Request request);
}
