package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;

/**
 * {@code blk_mq_complete_request} as 3.16 has it, for one context: completes where it is, or sends an IPI to the CPU
 * that submitted the request, as rq_affinity says.
 */
public final class MqCompleteRequest {
    private final BlkMq layer;
    private final CompleteRq completeRq;
    private final Price ipiPrice;
    private @Nullable Request request;
    private final Step decide = this::decide;

    MqCompleteRequest(BlkMq layer, CompleteRq completeRq, PriceList prices) {
        this.layer = layer;
        this.completeRq = completeRq;
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
        if (layer.completesOn(cx.cpuNumber(), completed.cpu())) {
            return completeRq.begin(completed);
        }
        cx.charge(ipiPrice);
        layer.remoteCompletions().incrementAndGet();
        CompleteRq remote = layer.completerOf(completed.cpu());
        cx.send(
                layer.cpu(completed.cpu()).port(),
                new CpuPort.CallFunction(remoteCx -> remote.begin(completed)),
                cx.nowNs() + layer.ipiLatencyNs());
        return cx.ret();
    }
}
