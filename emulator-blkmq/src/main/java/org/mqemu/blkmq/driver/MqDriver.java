package org.mqemu.blkmq.driver;

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
     * Makes complete for a context.
     *
     * @param cx the context that completes
     */
    CompleteRq newCompleteRq(Context cx);
}
