package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.EndRequest;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/** {@code __blk_end_request_all} for requests whose flush sequence is over, for one context: under the queue_lock. */
final class EndSequenced {
    private final EndRequest endRequest;
    private final Price finishPrice;
    private @Nullable RequestQueue queue;
    private @Nullable Request request;
    private final Step next = this::next;
    private final Step finish = this::finish;

    EndSequenced(PriceList prices) {
        this.endRequest = new EndRequest(prices);
        this.finishPrice = prices.of("blk_finish_request");
    }

    /**
     * Prepares to end them; the queue_lock is held, and will be held at the end.
     *
     * @param of the queue
     * @return the first step
     */
    Step begin(RequestQueue of) {
        queue = of;
        return next;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being ended");
        }
        return value;
    }

    private @Nullable Step next(Context cx) {
        Request over = present(queue).nextSequenceOver();
        if (over == null) {
            queue = null;
            return cx.ret();
        }
        request = over;
        return cx.call(endRequest.begin(over), finish);
    }

    private Step finish(Context cx) {
        present(queue).finish(present(request), cx);
        request = null;
        cx.charge(finishPrice);
        return next;
    }
}
