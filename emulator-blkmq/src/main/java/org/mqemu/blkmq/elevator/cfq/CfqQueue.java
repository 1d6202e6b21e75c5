package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.elevator.fair.SeekHistory;
import org.mqemu.blkmq.elevator.fair.SortedRequests;

/**
 * The requests of a process, or of several that work close together, or the async ones of a priority (struct
 * cfq_queue). Plain state; what it means is in the classes that use it.
 */
final class CfqQueue {
    private static final int SEEKY_ABOVE = 32 / 8;
    private static final int LOWEST = 7;

    /** The requests that wait. */
    final SortedRequests<CfqRequest> requests = new SortedRequests<>();
    /** Where its requests lay. */
    final SeekHistory seeks = new SeekHistory(SEEKY_ABOVE, 0);
    /** Whether somebody waits for its requests. */
    final boolean sync;

    /** Its class. */
    WorkloadClass workloadClass = WorkloadClass.BE;
    /** Its level within the class, 0 to 7. */
    int level;
    /** The request to be served next (next_rq), unless the oldest one has expired. */
    @Nullable CfqRequest next;
    /** Requests given out and not answered. */
    int dispatched;

    /** Whether it is in a service tree: it has requests, or is being served. */
    boolean onRr;
    /** The tree, and its place there. */
    @Nullable CfqServiceTree tree;
    /** What the tree is sorted by. */
    CfqServiceTree.Place place = CfqServiceTree.Place.NOWHERE;

    /** Whether the disk is kept for it when it is empty (idle_window). */
    boolean idleWindow;
    /** Whether four or more of its requests waited at once. */
    boolean deep;

    /** Whether it is being served, but none of its requests has been answered yet: its slice's clock stands. */
    boolean sliceNew;
    /** When the clock of its slice started. */
    long sliceStartNs;
    /** When its slice ends. */
    long sliceEndNs;
    /** What was left of its last slice, or how much it overran (then negative). */
    long sliceResidNs;
    /** Requests given out in this slice. */
    int sliceDispatched;
    /** Whether the oldest request was looked at in this slice (fifo_expire). */
    boolean fifoChecked;
    /** Whether it is empty and the disk is being kept for it. */
    boolean waitRequest;
    /** Whether it got a small request while the disk was kept for it. */
    boolean mustDispatch;
    /** Whether its slice was prolonged until its next request comes. */
    boolean waitBusy;

    /** Processes whose requests go here, or will. */
    int processes;
    /** The queue that its processes are to use from their next request on (new_cfqq). */
    @Nullable CfqQueue mergeInto;
    /** Whether several processes share it. */
    boolean coop;
    /** Whether they seek too much for that. */
    boolean splitCoop;

    CfqQueue(boolean sync, IoPriority priority) {
        this.sync = sync;
        this.idleWindow = sync;
        setPriority(priority);
    }

    /** Takes over a priority (cfq_init_prio_data). */
    void setPriority(IoPriority priority) {
        workloadClass = WorkloadClass.of(priority.ioClass());
        level = switch (priority.ioClass()) {
            case RT, BE -> priority.level();
            case NONE -> IoPriority.NONE.level();
            case IDLE -> LOWEST;
        };
        if (priority.ioClass() == IoClass.IDLE) {
            idleWindow = false;
        }
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    boolean isIdleClass() {
        return workloadClass == WorkloadClass.IDLE;
    }

    boolean isRt() {
        return workloadClass == WorkloadClass.RT;
    }

    WorkloadType type() {
        if (!sync) {
            return WorkloadType.ASYNC;
        }
        return idleWindow ? WorkloadType.SYNC : WorkloadType.SYNC_NOIDLE;
    }

    /** Starts to be served (__cfq_set_active_queue). */
    void startService() {
        sliceStartNs = 0;
        sliceEndNs = 0;
        sliceDispatched = 0;
        waitRequest = false;
        mustDispatch = false;
        fifoChecked = false;
        sliceNew = true;
    }
}
