package org.mqemu.blkmq.elevator.bfq;

import org.mqemu.blkmq.elevator.fair.ThinkTime;

/** What a queue was like before it was merged, for when it is split again (the saved_ fields of struct bfq_io_cq). */
final class BfqSaved {
    final boolean wasInBurstList;
    final BfqRaise raise;
    private final BfqInjectLimit injectLimit = new BfqInjectLimit();
    private final int weight;
    private final ThinkTime thinkTime;
    private final boolean shortThinkTime;
    private final boolean ioBound;
    private final long ioStartNs;
    private final long idleNs;
    /** Whether it belonged to a large burst, or the queue that it was merged into did. */
    boolean inLargeBurst;

    /**
     * Saves a queue.
     *
     * @param queue the queue
     * @param raise how its weight is raised, or would have been
     */
    BfqSaved(BfqQueue queue, BfqRaise raise) {
        this.raise = raise;
        injectLimit.set(queue.injectLimit);
        weight = queue.entity.origWeight;
        thinkTime = new ThinkTime(queue.thinkTime);
        shortThinkTime = queue.shortThinkTime;
        ioBound = queue.ioBound;
        ioStartNs = queue.ioStartNs;
        idleNs = queue.idleNs;
        inLargeBurst = queue.inLargeBurst;
        wasInBurstList = queue.inBurstList;
    }

    /** Restores all but how the weight is raised. */
    void restore(BfqQueue queue) {
        queue.shortThinkTime = shortThinkTime;
        queue.ioBound = ioBound;
        queue.injectLimit.set(injectLimit);
        queue.entity.newWeight = weight;
        queue.thinkTime = new ThinkTime(thinkTime);
        queue.ioStartNs = ioStartNs;
        queue.idleNs = idleNs;
    }
}
