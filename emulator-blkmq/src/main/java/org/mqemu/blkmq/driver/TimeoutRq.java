package org.mqemu.blkmq.driver;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** A driver's timeout function (blk_mq_ops.timeout), for one context. */
public interface TimeoutRq {

    /**
     * Prepares to look at a request that the device has not answered in time.
     *
     * @param request a started request
     * @return the first step
     */
    Step begin(Request request);

    /** Returns what becomes of it; valid when the function has returned. */
    Outcome outcome();

    /** What becomes of a request (blk_eh_timer_return). */
    enum Outcome {
        /** The driver has completed it, or will (BLK_EH_DONE). */
        DONE,
        /** It gets as much time again (BLK_EH_RESET_TIMER). */
        RESET_TIMER
    }
}
