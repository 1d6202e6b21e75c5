package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.Poll;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.topology.Topology;

/** blk-mq from 4.12 on: schedulers, budget before a request is taken out, restarts on completion. */
final class LaterGeneration implements Generation {
    private final BlkMq layer;
    private final BlkMqRules rules;
    private final int requestLines;
    private final Topology topology;
    private final PriceList prices;

    LaterGeneration(BlkMq layer, BlkMqRules rules, int requestLines, Topology topology, PriceList prices) {
        this.layer = layer;
        this.rules = rules;
        this.requestLines = requestLines;
        this.topology = topology;
        this.prices = prices;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        QueueRq queueRq = layer.driver().newQueueRq(thread);
        DispatchBudget budget = layer.driver().newDispatchBudget(thread);
        RunRequest runRequest = new RunRequest(runHwQueue(queueRq, budget), prices);
        MqPlug plug = new MqPlug(rules.plug());
        IssueDirectly issueDirectly = new IssueDirectly(queueRq, budget, newEndRequest(), prices);
        BypassInsert bypassInsert = new BypassInsert(runRequest);
        MqFreeRequest freeRequest = new MqFreeRequest(prices);
        InsertRequests insertRequests =
                new InsertRequests(rules, issueDirectly, bypassInsert, freeRequest, runRequest, prices);
        FlushPlug flushPlug =
                new FlushPlug(rules.plug(), plug, issueDirectly, insertRequests, bypassInsert, freeRequest, prices);
        Poll poll = layer.driver().newPoll(thread);
        BioPoll bioPoll = poll == null ? null : new BioPoll(poll, prices);
        GetRequest getRequest = new GetRequest(requestLines, topology, runRequest, plug, bioPoll, prices);
        getRequest.whenSleeping(flushPlug.beforeSleep());
        MqSubmitBio submitBio = new MqSubmitBio(
                rules,
                plug,
                getRequest,
                flushPlug,
                issueDirectly,
                insertRequests,
                bypassInsert,
                freeRequest,
                new FlushSteps(bypassInsert, prices),
                bioPoll,
                prices);
        return new BlkdevSubmitBio(
                new SplittingSubmitBio(submitBio, true), plug, !rules.plug().batchesTags());
    }

    @Override
    public RunHwQueue newRunHwQueue(Context cx) {
        return runHwQueue(layer.driver().newQueueRq(cx), layer.driver().newDispatchBudget(cx));
    }

    private RunHwQueue runHwQueue(QueueRq queueRq, @Nullable DispatchBudget budget) {
        RunRequest laterOnly = new RunRequest(null, prices);
        DispatchList dispatchList = new DispatchList(rules, queueRq, budget, laterOnly, newEndRequest(), prices);
        return new SchedDispatch(rules, budget, dispatchList, laterOnly, prices);
    }

    @Override
    public MqEndRequest newEndRequest() {
        return new MqEndRequest(
                new MqFreeRequest(prices), prices.of("blk_mq_end_request"), new FlushSteps(null, prices), prices);
    }

    @Override
    public MqCompleteRequest.CompletionRules completionRules() {
        return new MqCompleteRequest.CompletionRules(
                rules.singleQueueCompletion() == BlkMqRules.Completion.SOFTIRQ,
                rules.remoteCompletion() == BlkMqRules.Completion.SOFTIRQ);
    }
}
