package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.TimeoutRq;

/** A driver of legacy request queues: makes its functions for each context that calls them. */
public interface LegacyDriver {

    /**
     * Makes request_fn for a context.
     *
     * @param cx the context that dispatches
     */
    RequestFn newRequestFn(Context cx);

    /**
     * Makes rq_timed_out_fn for a context, or returns null if the driver waits for ever.
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
     * Makes softirq_done_fn for a context.
     *
     * @param cx the softirq context of a CPU
     */
    CompleteRq newCompleteRq(Context cx);
}
