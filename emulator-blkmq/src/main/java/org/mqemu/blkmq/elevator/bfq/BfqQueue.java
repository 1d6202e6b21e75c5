package org.mqemu.blkmq.elevator.bfq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.elevator.fair.SeekHistory;
import org.mqemu.blkmq.elevator.fair.SortedRequests;
import org.mqemu.blkmq.elevator.fair.ThinkTime;

/**
 * The requests of a process, or of several that were merged, or the async ones of a priority (struct bfq_queue). Plain
 * state; what it means is in the classes that use it.
 */
final class BfqQueue {
    private static final int SEEKY_ABOVE = 19;
    private static final int LOWEST = 7;

    /** The requests that wait. */
    final SortedRequests<BfqRequest> requests = new SortedRequests<>();
    /** Where its requests lay; the first is taken for a seek. */
    final SeekHistory seeks = new SeekHistory(SEEKY_ABOVE, 1);
    /** Whether somebody waits for its requests. */
    final boolean sync;
    /** When it was created. */
    final long createdNs;
    /** Its weight and its place in the order of service. */
    final BfqEntity entity;

    /** How its weight is raised. */
    BfqRaise raise;
    /** How long it takes to issue when it has nothing left. */
    ThinkTime thinkTime = new ThinkTime(BfqTime.LONG_AGO_NS);

    /** Its class, and that from its next activation on. */
    IoClass ioClass;

    IoClass newIoClass;
    /** Its level, 0 to 7. */
    int level;
    /** The weight that it is counted with among those that have requests; 0 if it is not. */
    int countedWeight;

    /** The request to be served next (next_rq). */
    @Nullable BfqRequest next;
    /** Requests given out and not answered. */
    int dispatched;
    /** Whether it has requests to be served, or is being served. */
    boolean busy;
    /** The class that it was made busy in. */
    IoClass busyClass;

    /** Whether it is empty and the device is kept for it. */
    boolean waitRequest;
    /** Whether it was not kept for, or not long enough: it may go on with what is left of its budget. */
    boolean nonBlockingWait;
    /** Whether the oldest request was looked at in this service. */
    boolean fifoChecked;
    /** Whether no request has come to it yet. */
    boolean justCreated;

    /** The largest budget that it is given at present, in sectors. */
    long maxBudget;
    /** When its service ends however much of its budget is left; if it is idle, since when. */
    long budgetTimeoutNs = BfqTime.LONG_AGO_NS;
    /** Sectors served since it became busy. */
    long servedSinceBusy;
    /** When the first of them was served (first_IO_time). */
    long firstServedNs;
    /** When it became busy (last_idle_bklogged). */
    long busySinceNs;
    /** A request that comes later than this makes it a soft real-time one. */
    long softRtNextStartNs;
    /** Whether that has to be found when its last request ends. */
    boolean softRtUpdate;

    /** Whether its process thinks so short that it is worth waiting for it. */
    boolean shortThinkTime;
    /** Whether its process issues all the time. */
    boolean ioBound = true;
    /** Since when that is measured, and how long it had nothing to do since. */
    long ioStartNs;

    long idleNs;

    /** How many requests of others may be in flight while the device is kept for it. */
    final BfqInjectLimit injectLimit = new BfqInjectLimit();
    /** Whose requests must end before it issues; what was found so far. */
    final BfqWaker waker = new BfqWaker();
    /** Queues that issue only when its requests end, the one last heard of first. */
    final ArrayDeque<BfqQueue> woken = new ArrayDeque<>();

    /** Whether it was created in a burst of so many that they are taken for one application's. */
    boolean inLargeBurst;
    /** Whether it is in the list of the burst that is going on. */
    boolean inBurstList;

    /** The process whose queue it is, unless several share it. */
    @Nullable BfqProcess process;
    /** Processes whose requests go here, or will. */
    int processes;
    /** The queue that its processes are to use from their next request on (new_bfqq). */
    @Nullable BfqQueue mergeInto;
    /** Whether several processes share it. */
    boolean coop;
    /** Whether they seek too much for that. */
    boolean splitCoop;
    /** When it was created by such a split. */
    long splitNs = BfqTime.LONG_AGO_NS;

    BfqQueue(boolean sync, IoPriority priority, long nowNs) {
        this.sync = sync;
        createdNs = nowNs;
        ioStartNs = nowNs;
        softRtNextStartNs = nowNs;
        raise = new BfqRaise(nowNs);
        newIoClass = classOf(priority);
        ioClass = newIoClass;
        busyClass = newIoClass;
        level = levelOf(priority);
        entity = new BfqEntity(level);
        shortThinkTime = sync && newIoClass != IoClass.IDLE;
        justCreated = sync;
    }

    /** Takes a priority for its next activation (bfq_set_next_ioprio_data). */
    void setPriority(IoPriority priority) {
        newIoClass = classOf(priority);
        level = levelOf(priority);
        entity.newWeight = BfqEntity.weightOf(level);
        entity.prioChanged = true;
    }

    private static IoClass classOf(IoPriority priority) {
        return priority.ioClass() == IoClass.NONE ? IoClass.BE : priority.ioClass();
    }

    private static int levelOf(IoPriority priority) {
        return switch (priority.ioClass()) {
            case RT, BE -> priority.level();
            case NONE -> IoPriority.NONE.level();
            case IDLE -> LOWEST;
        };
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    boolean isIdleClass() {
        return ioClass == IoClass.IDLE;
    }

    /** Returns whether its level is the default one: of others the user has decided their share. */
    boolean hasDefaultWeight() {
        return entity.newWeight == BfqEntity.weightOf(IoPriority.NONE.level());
    }
}
