package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;

/** A low-level driver (scsi_host_template): makes its functions for each context that calls them. */
public interface LowLevelDriver {

    /**
     * Makes queuecommand for a context.
     *
     * @param cx the context that dispatches
     */
    QueueCommand newQueueCommand(Context cx);

    /**
     * Makes an error handler for a thread.
     *
     * @param kind which one
     * @param thread the thread that calls it
     * @return the handler, or null if the driver has none of this kind
     */
    default @Nullable EhHandler newEhHandler(TaskKind kind, Context thread) {
        return null;
    }

    /**
     * Error handling gives a command up that the host may still have, because nothing ended it: the driver forgets it, and
     * drops an answer that still comes.
     *
     * @param cx the context, in a step that has charged nothing yet
     * @param device the command's device
     * @param request its request
     */
    default void gaveUp(Context cx, ScsiDevice device, Request request) {}
}
