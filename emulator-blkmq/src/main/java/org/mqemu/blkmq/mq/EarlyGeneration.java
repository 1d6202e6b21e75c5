package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;

/** blk-mq up to 4.11: no schedulers, every run of a hardware queue empties the software queues. */
final class EarlyGeneration implements Generation {
    private final BlkMq layer;
    private final PlugRules plug;
    private final PriceList prices;

    EarlyGeneration(BlkMq layer, PlugRules plug, PriceList prices) {
        this.layer = layer;
        this.plug = plug;
        this.prices = prices;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return new SplittingSubmitBio(new EarlySubmitBio(newRunHwQueue(thread), plug, prices));
    }

    @Override
    public RunHwQueue newRunHwQueue(Context cx) {
        return new EarlyRunHwQueue(layer.driver().newQueueRq(cx), prices);
    }

    @Override
    public MqEndRequest newEndRequest() {
        return new MqEndRequest(new EarlyFreeRequest(prices), null, null, prices);
    }

    @Override
    public MqCompleteRequest.CompletionRules completionRules() {
        return new MqCompleteRequest.CompletionRules(false, false);
    }
}
