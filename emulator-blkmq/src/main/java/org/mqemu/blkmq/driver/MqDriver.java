package org.mqemu.blkmq.driver;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;

/** A driver of blk-mq devices (blk_mq_ops): makes its functions for each context that calls them. */
public interface MqDriver {

    /**
     * Makes queue_rq for a context.
     *
     * @param cx the context that dispatches
     */
    QueueRq newQueueRq(Context cx);

    /**
     * Makes the device's budget for a context, or returns null if the driver has none.
     *
     * @param cx the context that dispatches
     */
    default @Nullable DispatchBudget newDispatchBudget(Context cx) {
        return null;
    }

    /**
     * Makes timeout for a context, or returns null if the driver waits for ever.
     *
     * @param cx the context that looks for requests that have timed out
     */
    default @Nullable TimeoutRq newTimeoutRq(Context cx) {
        return null;
    }

    /** Returns whether {@link #newTimeoutRq} returns functions; otherwise no timer is set. */
    default boolean timesOut() {
        return false;
    }

    /**
     * Makes poll for a context, or returns null if the driver has none.
     *
     * @param cx the context that polls
     */
    default @Nullable Poll newPoll(Context cx) {
        return null;
    }

    /**
     * Makes complete for a context.
     *
     * @param cx the context that completes
     */
    CompleteRq newCompleteRq(Context cx);
}
