package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.cpu.Context;

/** A low-level driver (scsi_host_template): makes its functions for each context that calls them. */
public interface LowLevelDriver {

    /**
     * Makes queuecommand for a context.
     *
     * @param cx the context that dispatches
     */
    QueueCommand newQueueCommand(Context cx);
}
