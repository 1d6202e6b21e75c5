package org.mqemu.blkmq.driver;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** A driver's complete function (softirq_done_fn, blk_mq_ops.complete), for one context. */
public interface CompleteRq {

    /**
     * Prepares to complete a request: give back budget, end the bios, free the request, restart what waits.
     *
     * @param request a completed request
     * @return the first step
     */
    Step begin(Request request);
}
