package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.EndRequest;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_end_request}: ends the bios, then frees the request under the queue_lock and wakes a sleeper. A flush, or a
 * write in a sequence with one, goes back to the flush machinery instead.
 */
public final class LegacyEndRequest {
    private final EndRequest endRequest;
    private final EndSequenced endSequenced;
    private final Price finishPrice;
    private final Price wakePrice;
    private @Nullable Request request;

    private final Step end = this::end;
    private final Step lockQueue = this::lockQueue;
    private final Step finish = this::finish;
    private final Step unlock = this::unlock;

    LegacyEndRequest(PriceList prices) {
        endRequest = new EndRequest(prices);
        endSequenced = new EndSequenced(prices);
        finishPrice = prices.of("blk_finish_request");
        wakePrice = prices.of("try_to_wake_up");
    }

    /**
     * Prepares to end a request.
     *
     * @param completed a completed request
     * @return the first step
     */
    public Step begin(Request completed) {
        request = completed;
        return end;
    }

    private Request request() {
        Request ended = request;
        if (ended == null) {
            throw new IllegalStateException("no request is being ended");
        }
        return ended;
    }

    private RequestQueue queue() {
        return (RequestQueue) request().queue();
    }

    private @Nullable Step end(Context cx) {
        return request().isSequenced() ? lockQueue(cx) : cx.call(endRequest.begin(request()), lockQueue);
    }

    private @Nullable Step lockQueue(Context cx) {
        return cx.lock(queue().lock(), finish);
    }

    private Step finish(Context cx) {
        if (request().isSequenced()) {
            queue().sequencedAnswered(request(), cx);
            cx.charge(finishPrice);
            return cx.call(endSequenced.begin(queue()), unlock);
        }
        if (queue().finish(request(), cx)) {
            cx.charge(wakePrice);
        }
        cx.charge(finishPrice);
        return unlock;
    }

    private @Nullable Step unlock(Context cx) {
        cx.unlock(queue().lock());
        request = null;
        return cx.ret();
    }
}
