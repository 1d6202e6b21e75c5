package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;

/**
 * Which class and type of queues is being served, and how long: each type gets its part of target_latency.
 *
 * <p>Its clock stands while no queue is being served (the saved slice of the only group).
 */
final class CfqWorkload {
    /** A workload lasts at least so long (CFQ_MIN_TT). */
    private static final long MIN_NS = 2 * CfqState.JIFFY_NS;

    private final CfqState state;
    private WorkloadClass servedClass = WorkloadClass.BE;
    private WorkloadType servedType = WorkloadType.ASYNC;
    private long expiresNs;
    private long savedNs;

    CfqWorkload(CfqState state) {
        this.state = state;
    }

    WorkloadType type() {
        return servedType;
    }

    /** Returns the first queue of what is being served, or null. */
    @Nullable CfqQueue first() {
        return state.trees.of(servedClass, servedType).first();
    }

    /** Service ends: what is left of the workload's time is kept (cfq_group_served). */
    void save(long nowNs) {
        savedNs = Math.max(0, expiresNs - nowNs);
    }

    /** Nothing of the workload's time is kept. */
    void forget() {
        savedNs = 0;
    }

    /** Chooses what to serve next (cfq_choose_cfqg, choose_wl_class_and_type). */
    void choose(long nowNs) {
        expiresNs = savedNs > 0 ? nowNs + savedNs : nowNs - 1;
        WorkloadClass before = servedClass;
        if (state.trees.busy(WorkloadClass.RT) > 0) {
            servedClass = WorkloadClass.RT;
        } else if (state.trees.busy(WorkloadClass.BE) > 0) {
            servedClass = WorkloadClass.BE;
        } else {
            servedClass = WorkloadClass.IDLE;
            expiresNs = nowNs + CfqState.JIFFY_NS;
            return;
        }
        boolean goesOn =
                state.trees.of(servedClass, servedType).count() > 0 && nowNs <= expiresNs && servedClass == before;
        if (!goesOn) {
            servedType = dueType();
            expiresNs = nowNs + sliceNs();
        }
    }

    /** Returns the type whose first queue's turn is due first (cfq_choose_wl_type). */
    private WorkloadType dueType() {
        WorkloadType due = WorkloadType.SYNC_NOIDLE;
        long dueNs = Long.MAX_VALUE;
        for (WorkloadType type : WorkloadType.values()) {
            CfqQueue first = state.trees.of(servedClass, type).first();
            if (first != null && first.place.keyNs() < dueNs) {
                dueNs = first.place.keyNs();
                due = type;
            }
        }
        return due;
    }

    private long sliceNs() {
        CfqTunables tunables = state.tunables;
        CfqTrees trees = state.trees;
        int queues = trees.of(servedClass, servedType).count();
        int all = Math.max(trees.averageBusy(servedClass), trees.busy(servedClass));
        long sliceNs = tunables.targetLatencyNs() * queues / all;
        if (servedType == WorkloadType.ASYNC) {
            long mostNs = tunables.targetLatencyNs() * trees.busyAsync() / state.roundRobin.busy();
            sliceNs = CfqSlices.share(Math.min(sliceNs, mostNs), tunables.sliceNs(false), tunables.sliceNs(true));
        } else {
            sliceNs = Math.max(sliceNs, 2 * tunables.sliceIdleNs());
        }
        return Math.max(sliceNs, MIN_NS);
    }
}
