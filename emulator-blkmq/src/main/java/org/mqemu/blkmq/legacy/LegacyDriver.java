package org.mqemu.blkmq.legacy;

import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.driver.CompleteRq;

/** A driver of legacy request queues: makes its functions for each context that calls them. */
public interface LegacyDriver {

    /**
     * Makes request_fn for a context.
     *
     * @param cx the context that dispatches
     */
    RequestFn newRequestFn(Context cx);

    /**
     * Makes softirq_done_fn for a context.
     *
     * @param cx the softirq context of a CPU
     */
    CompleteRq newCompleteRq(Context cx);
}
