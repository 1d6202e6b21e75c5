package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.TimeoutRq;

/**
 * {@code blk_mq_timeout_work}, for one kblockd worker: asks the driver about each started request whose time is over, and
 * sets the timer for the next one.
 *
 * <p>Source: block/blk-mq.c of 6.1.
 */
final class TimeoutWork {
    private final TimeoutRq timeoutRq;
    private final Price price;
    private final ArrayDeque<Request> expired = new ArrayDeque<>();
    private @Nullable MqQueue queue;
    private long nextNs;
    private final Step look = this::look;
    private final Step next = this::next;
    private final Step asked = this::asked;

    TimeoutWork(TimeoutRq timeoutRq, Price price) {
        this.timeoutRq = timeoutRq;
        this.price = price;
    }

    Step begin(MqQueue of) {
        queue = of;
        return look;
    }

    private MqQueue queue() {
        MqQueue of = queue;
        if (of == null) {
            throw new IllegalStateException("no queue is being looked at");
        }
        return of;
    }

    private Step look(Context cx) {
        nextNs = Long.MAX_VALUE;
        for (Hctx hctx : queue().hardwareQueues()) {
            hctx.forEachRequest(request -> {
                if (request.state() == RequestState.STARTED) {
                    long deadlineNs = request.issuedNs() + queue().timeoutNs();
                    if (deadlineNs <= cx.nowNs()) {
                        expired.add(request);
                    } else {
                        nextNs = Math.min(nextNs, deadlineNs);
                    }
                }
            });
        }
        cx.charge(price);
        return next;
    }

    private @Nullable Step next(Context cx) {
        Request late = expired.poll();
        if (late != null) {
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
