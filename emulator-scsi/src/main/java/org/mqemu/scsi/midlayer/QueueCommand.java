package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** A low-level driver's queuecommand, for one context. */
public interface QueueCommand {

    /**
     * Prepares to hand a command to the host. The mid-layer has its budget.
     *
     * @param device the device
     * @param request the command's request
     * @return the first step; under scsi-mq it runs before the time that scsi_queue_rq charged has passed, so it must
     *     not touch a line
     */
    Step begin(ScsiDevice device, Request request);

    /**
     * Returns what the driver answers; valid when the steps have returned. If it is not {@link QueueResult#OK}, the driver
     * keeps nothing of the command, and the mid-layer will try it again.
     */
    default QueueResult result() {
        return QueueResult.OK;
    }
}
