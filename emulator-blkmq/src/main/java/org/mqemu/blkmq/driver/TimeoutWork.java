package org.mqemu.blkmq.driver;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_timeout_work}, for one kblockd worker: asks the driver about each started request whose time is over, and
 * sets the timer for the next one.
 *
 * <p>Source: block/blk-mq.c of 6.1.
 */
public final class TimeoutWork {
    private final TimeoutRq timeoutRq;
    private final Price price;
    private final ArrayDeque<Request> expired = new ArrayDeque<>();
    private @Nullable TimedQueue queue;
    private long nextNs;
    private final Step look = this::look;
    private final Step next = this::next;
    private final Step asked = this::asked;

    /**
     * Creates the function.
     *
     * @param timeoutRq the driver's timeout function for the same worker
     * @param price what a look costs
     */
    public TimeoutWork(TimeoutRq timeoutRq, Price price) {
        this.timeoutRq = timeoutRq;
        this.price = price;
    }

    /**
     * Prepares to look.
     *
     * @param of the queue
     * @return the first step
     */
    public Step begin(TimedQueue of) {
        queue = of;
        return look;
    }

    private TimedQueue queue() {
        TimedQueue of = queue;
        if (of == null) {
            throw new IllegalStateException("no queue is being looked at");
        }
        return of;
    }

    private Step look(Context cx) {
        nextNs = queue().expired(cx.nowNs(), expired);
        cx.charge(price);
        return next;
    }

    private @Nullable Step next(Context cx) {
        Request late = expired.poll();
        if (late != null) {
            if (late.state() != RequestState.STARTED) {
                return next;
            }
            long deadlineNs = queue().deadlineNs(late);
            if (deadlineNs > cx.nowNs()) { // answered meanwhile, and used for another I/O
                nextNs = Math.min(nextNs, deadlineNs);
                return next;
            }
            return cx.call(timeoutRq.begin(late), asked);
        }
        if (nextNs != Long.MAX_VALUE) {
            queue().setTimer(cx, nextNs);
        }
        queue = null;
        return cx.ret();
    }

    private Step asked(Context cx) {
        if (timeoutRq.outcome() == TimeoutRq.Outcome.RESET_TIMER) {
            nextNs = Math.min(nextNs, cx.nowNs() + queue().timeoutNs());
        }
        return next;
    }
}
