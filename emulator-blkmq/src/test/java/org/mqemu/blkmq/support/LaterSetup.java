package org.mqemu.blkmq.support;

import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.QueueMap;
import org.mqemu.blkmq.topology.Topology;

/**
 * What a stack of blk-mq since 4.12 has of its own.
 *
 * @param rules the kernel's version
 * @param limits what requests may grow to
 * @param queues hardware queues of the default map
 * @param readQueues hardware queues for reads
 * @param pollQueues hardware queues for polled I/O
 * @param hostTags whether all hardware queues share the tags
 * @param scheduler the scheduler that devices begin with
 * @param budget requests of a device that have a budget, 0 for a driver without budgets
 */
public record LaterSetup(
        BlkMqRules rules,
        QueueLimits limits,
        int queues,
        int readQueues,
        int pollQueues,
        boolean hostTags,
        String scheduler,
        int budget) {

    /** 6.1, no merging, one hardware queue, no scheduler, no budgets. */
    public LaterSetup() {
        this(BlkMqRules.linux61(), TestQueue.NO_MERGING, 1, 0, 0, false, "none", 0);
    }

    /** The same of another version. */
    public LaterSetup with(BlkMqRules newRules) {
        return new LaterSetup(newRules, limits, queues, readQueues, pollQueues, hostTags, scheduler, budget);
    }

    /** The same with limits. */
    public LaterSetup with(QueueLimits newLimits) {
        return new LaterSetup(rules, newLimits, queues, readQueues, pollQueues, hostTags, scheduler, budget);
    }

    /** The same with merging: 16 requests of 8 sectors fit into one. */
    public LaterSetup merging() {
        return with(LegacySetup.MERGING);
    }

    /** The same with more hardware queues. */
    public LaterSetup withQueues(int newQueues, int newReadQueues, int newPollQueues) {
        return new LaterSetup(rules, limits, newQueues, newReadQueues, newPollQueues, hostTags, scheduler, budget);
    }

    /** The same with tags that all hardware queues share. */
    public LaterSetup sharingTags() {
        return new LaterSetup(rules, limits, queues, readQueues, pollQueues, true, scheduler, budget);
    }

    /** The same with a scheduler. */
    public LaterSetup with(String newScheduler) {
        return new LaterSetup(rules, limits, queues, readQueues, pollQueues, hostTags, newScheduler, budget);
    }

    /** The same with budgets. */
    public LaterSetup withBudget(int newBudget) {
        return new LaterSetup(rules, limits, queues, readQueues, pollQueues, hostTags, scheduler, newBudget);
    }

    QueueMap map(Topology topology) {
        return QueueMap.spread(topology, queues, readQueues, pollQueues);
    }
}
