package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.EndRequest;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/** {@code blk_end_request}: ends the bios, then frees the request under the queue_lock and wakes a sleeper. */
public final class LegacyEndRequest {
    private final EndRequest endRequest;
    private final Price finishPrice;
    private final Price wakePrice;
    private @Nullable Request request;
    private @Nullable Context sleeper;

    private final Step end = this::end;
    private final Step lockQueue = this::lockQueue;
    private final Step finish = this::finish;
    private final Step unlock = this::unlock;

    LegacyEndRequest(PriceList prices) {
        endRequest = new EndRequest(prices);
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

    private Step end(Context cx) {
        return cx.call(endRequest.begin(request()), lockQueue);
    }

    private @Nullable Step lockQueue(Context cx) {
        return cx.lock(queue().lock(), finish);
    }

    private Step finish(Context cx) {
        request().freed(cx.cpuNumber());
        sleeper = queue().release(request(), cx.nowNs());
        cx.charge(finishPrice);
        if (sleeper != null) {
            cx.charge(wakePrice);
        }
        return unlock;
    }

    private @Nullable Step unlock(Context cx) {
        cx.unlock(queue().lock());
        Context woken = sleeper;
        if (woken != null) {
            cx.wake(woken);
        }
        sleeper = null;
        request = null;
        return cx.ret();
    }
}
