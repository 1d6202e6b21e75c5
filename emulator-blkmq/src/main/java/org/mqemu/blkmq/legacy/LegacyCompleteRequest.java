package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DoneList;

/**
 * {@code blk_complete_request}: puts the request on a CPU's list of done requests and raises BLOCK_SOFTIRQ there, by an
 * IPI if rq_affinity asks for another CPU. For one context.
 */
public final class LegacyCompleteRequest {
    private final LegacyBlock layer;
    private final Price ipiPrice;
    private @Nullable Request request;
    private final Step decide = this::decide;

    LegacyCompleteRequest(LegacyBlock layer, PriceList prices) {
        this.layer = layer;
        this.ipiPrice = prices.of("smp_call_function_single_async");
    }

    /**
     * Prepares to complete a request.
     *
     * @param completed a request that the device has answered
     * @return the first step
     */
    public Step begin(Request completed) {
        request = completed;
        return decide;
    }

    private @Nullable Step decide(Context cx) {
        Request completed = request;
        if (completed == null) {
            throw new IllegalStateException("no request is being completed");
        }
        request = null;
        if (((RequestQueue) completed.queue()).affinity().allows(cx.cpuNumber(), completed.cpu())) {
            layer.done(cx.cpuNumber()).add(completed);
            return cx.ret();
        }
        cx.charge(ipiPrice);
        layer.remoteCompletions().incrementAndGet();
        DoneList remote = layer.done(completed.cpu());
        cx.callFunction(layer.cpu(completed.cpu()), remoteCx -> remote.addByIpi(remoteCx, completed));
        return cx.ret();
    }
}
