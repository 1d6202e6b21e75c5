package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;

/** blk-mq up to 4.11: no schedulers, every run of a hardware queue empties the software queues. */
final class EarlyGeneration implements Generation {
    private final BlkMq layer;
    private final BlkMqRules rules;
    private final PriceList prices;

    EarlyGeneration(BlkMq layer, BlkMqRules rules, PriceList prices) {
        this.layer = layer;
        this.rules = rules;
        this.prices = prices;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        EarlyIssueDirectly issueDirectly = rules.directIssue() == BlkMqRules.DirectIssue.NEVER
                ? null
                : new EarlyIssueDirectly(layer.driver().newQueueRq(thread), newEndRequest(), prices);
        return new SplittingSubmitBio(new EarlySubmitBio(newRunHwQueue(thread), issueDirectly, rules.plug(), prices));
    }

    @Override
    public RunHwQueue newRunHwQueue(Context cx) {
        return new EarlyRunHwQueue(layer.driver().newQueueRq(cx), newEndRequest(), prices);
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
