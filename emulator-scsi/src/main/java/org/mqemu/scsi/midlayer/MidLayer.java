package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.cpu.Context;

/** The mid-layer as a low-level driver sees it, whichever the stack. */
@FunctionalInterface
public interface MidLayer {

    /**
     * Makes {@code scsi_done} for a context.
     *
     * @param cx the context that the driver completes commands in
     */
    ScsiDone newScsiDone(Context cx);
}
