package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;

/**
 * {@code blk_mq_complete_request}, for one context: completes a request here, by an IPI on the CPU that submitted it, as
 * rq_affinity says, or in BLOCK_SOFTIRQ, as the generation has it.
 */
public final class MqCompleteRequest {
    private final BlkMq layer;
    private final CompleteRq completeRq;
    private final CompletionRules rules;
    private final @Nullable Price completePrice;
    private final Price ipiPrice;
    private @Nullable Request request;
    private final Step decide = this::decide;

    /**
     * Where a generation completes.
     *
     * @param singleQueueSoftirq whether a device with one hardware queue completes in BLOCK_SOFTIRQ
     * @param ipiRaisesSoftirq whether a completion that is sent to another CPU runs in BLOCK_SOFTIRQ there
     */
    record CompletionRules(boolean singleQueueSoftirq, boolean ipiRaisesSoftirq) {}

    MqCompleteRequest(
            BlkMq layer, CompleteRq completeRq, CompletionRules rules, @Nullable Price completePrice, Price ipiPrice) {
        this.layer = layer;
        this.completeRq = completeRq;
        this.rules = rules;
        this.completePrice = completePrice;
        this.ipiPrice = ipiPrice;
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
        Price price = completePrice;
        if (price != null) {
            cx.charge(price);
        }
        MqQueue queue = (MqQueue) completed.queue();
        if (queue.hctx(completed.hctx()).cpuCount() == 1
                && completed.cpu() == cx.cpuNumber()
                && rules.ipiRaisesSoftirq()) {
            return completeRq.begin(completed);
        }
        if (!queue.affinity().allows(cx.cpuNumber(), completed.cpu())) {
            return byIpi(cx, completed);
        }
        if (rules.singleQueueSoftirq() && queue.hardwareQueues().size() == 1) {
            layer.doneOf(cx.cpuNumber()).add(completed);
            return cx.ret();
        }
        return completeRq.begin(completed);
    }

    private @Nullable Step byIpi(Context cx, Request completed) {
        layer.remoteCompletions().incrementAndGet();
        int target = completed.cpu();
        if (rules.ipiRaisesSoftirq()) {
            layer.doneOf(target).addRemotely(cx, completed, ipiPrice);
            return cx.ret();
        }
        cx.charge(ipiPrice);
        CompleteRq remote = layer.completerOf(target);
        cx.callFunction(layer.cpu(target), remoteCx -> remote.begin(completed));
        return cx.ret();
    }
}
