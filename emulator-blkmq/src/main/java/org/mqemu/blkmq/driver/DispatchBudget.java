package org.mqemu.blkmq.driver;

import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** A driver's budget of commands for a device (blk_mq_ops.get_budget and put_budget), for one context. */
public interface DispatchBudget {
    /** The answer when there is no place. */
    int NONE = -1;

    /**
     * Prepares to take a place in the device's budget.
     *
     * @param queue the device's queue
     * @return the first step
     */
    Step take(BlockQueue queue);

    /** Returns the place that was taken, or {@link #NONE}; valid when the function has returned. */
    int token();

    /**
     * Prepares to give back a place that no command came of.
     *
     * @param queue the device's queue
     * @param token the place
     * @return the first step
     */
    Step give(BlockQueue queue, int token);

    /** Returns the place that a request holds and takes it from the request, or {@link #NONE}. */
    static int takeFrom(Request request) {
        int token = request.budgetToken();
        request.budgetToken(NONE);
        return token;
    }
}
