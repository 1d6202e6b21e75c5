package org.mqemu.blkmq.driver;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** A driver's queue_rq function, for one context. */
public interface QueueRq {

    /**
     * Prepares to hand a request to the driver.
     *
     * @param request a started request
     * @return the first step
     */
    Step begin(Request request);

    /** Returns what the driver answered; valid when the function has returned. */
    QueueStatus status();
}
