package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.EndRequest;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/** {@code blk_mq_end_request}: ends the bios of a request and frees it, for one context. */
public final class MqEndRequest {
    private final EndRequest endRequest;
    private final FreeRequest freeRequest;
    private final @Nullable Price endPrice;
    private final @Nullable FlushSteps flushSteps;
    private final Step free = this::free;
    private @Nullable Request request;
    private final Step end = this::end;

    /**
     * Creates the function.
     *
     * @param freeRequest frees requests in the same context
     * @param endPrice what it costs beside the bios' ends, or null if that is part of what the driver charges
     * @param flushSteps goes on with flush sequences, or null if there are none
     * @param prices the kernel's price list
     */
    MqEndRequest(FreeRequest freeRequest, @Nullable Price endPrice, @Nullable FlushSteps flushSteps, PriceList prices) {
        this.flushSteps = flushSteps;
        this.endRequest = new EndRequest(prices);
        this.freeRequest = freeRequest;
        this.endPrice = endPrice;
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

    private Step end(Context cx) {
        FlushSteps steps = flushSteps;
        if (steps != null && current().isSequenced()) {
            Request answered = current();
            request = null;
            return steps.answered(answered);
        }
        return cx.call(endRequest.begin(current()), free);
    }

    private Step free(Context cx) {
        Request ended = current();
        request = null;
        Price price = endPrice;
        if (price != null) {
            cx.charge(price);
        }
        return freeRequest.begin(ended);
    }

    private Request current() {
        Request ended = request;
        if (ended == null) {
            throw new IllegalStateException("no request is being ended");
        }
        return ended;
    }
}
