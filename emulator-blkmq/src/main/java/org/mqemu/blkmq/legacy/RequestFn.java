package org.mqemu.blkmq.legacy;

import org.mqemu.blkmq.cpu.Step;

/** A driver's request_fn, for one context. */
public interface RequestFn {

    /**
     * Prepares to dispatch what a queue holds. Called with the queue_lock held, returns with it held; drops it
     * meanwhile.
     *
     * @param queue the queue
     * @return the first step
     */
    Step begin(RequestQueue queue);
}
