package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** {@code scsi_done}: what a low-level driver calls when a command is done, for one context. */
@FunctionalInterface
public interface ScsiDone {

    /**
     * Prepares to pass a command that is done to the block layer.
     *
     * @param request the command's request, with its status set
     * @return the first step
     */
    Step begin(Request request);
}
