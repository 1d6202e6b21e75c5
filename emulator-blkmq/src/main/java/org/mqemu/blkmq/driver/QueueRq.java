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

    /**
     * Returns what the driver says of a request before it starts it, since 4.12: what comes of that is not traced as an
     * issue (event D). Looks only at what the driver knows by itself; anything that costs time belongs to {@link #begin}.
     *
     * @param request a request that has its tag and budget
     * @param nowNs the emulated time, in nanoseconds
     */
    default QueueStatus admits(Request request, long nowNs) {
        return QueueStatus.OK;
    }

    /** Returns what the driver answered; valid when the function has returned. */
    QueueStatus status();
}
