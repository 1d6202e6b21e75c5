package org.mqemu.blkmq.elevator.cfq;

/** Whether the disk is kept for a queue that is empty, and how long. */
final class CfqIdling {
    private final CfqState state;

    CfqIdling(CfqState state) {
        this.state = state;
    }

    /** Returns whether it is worth keeping the disk for a queue that is being served (cfq_should_idle). */
    boolean isWorth(CfqQueue queue) {
        if (state.tunables.sliceIdleNs() == 0 || queue.isIdleClass()) {
            return false;
        }
        if (queue.idleWindow && !state.isFast()) {
            return true;
        }
        CfqServiceTree tree = queue.tree;
        return tree != null
                && tree.count() == 1
                && queue.sync
                && !tree.thinkTime.isLongerThan(state.tunables.sliceIdleNs());
    }

    /** Returns whether all that is in flight belongs to the only busy queue, which is likely to go on (group_idle). */
    boolean isWorthForAll() {
        return state.tunables.groupIdleNs() > 0
                && state.roundRobin.busy() == 1
                && state.inFlight() > 0
                && !isThinkingOfAllLong();
    }

    boolean isThinkingOfAllLong() {
        return state.groupThinkTime.isLongerThan(state.tunables.groupIdleNs());
    }

    /** Starts to keep the disk for the queue being served, which is empty, if that is worth it (cfq_arm_slice_timer). */
    void start(CfqQueue queue, long nowNs) {
        if (state.isFast()) {
            return;
        }
        boolean forAll = !isWorth(queue);
        long idleNs = forAll ? state.tunables.groupIdleNs() : state.tunables.sliceIdleNs();
        CfqProcess process = state.activeProcess;
        if (idleNs == 0 || queue.dispatched > 0 || process == null) {
            return;
        }
        if (process.thinkTime.isLongerThan(queue.sliceEndNs - nowNs)) {
            return;
        }
        if (forAll && state.roundRobin.busy() > 1) {
            return;
        }
        queue.waitRequest = true;
        state.idleUntilNs = nowNs + idleNs;
    }

    /** Keeps the disk no longer. */
    void stop() {
        state.idleUntilNs = CfqState.NEVER;
    }

    boolean isKeeping() {
        return state.idleUntilNs != CfqState.NEVER;
    }

    /**
     * Returns whether the slice of the only busy queue, which ends now or before its next request comes, is prolonged
     * until that comes (cfq_should_wait_busy).
     */
    boolean isWaitBusyWorth(CfqQueue queue, long nowNs) {
        if (!queue.isEmpty() || state.roundRobin.busy() > 1 || isThinkingOfAllLong()) {
            return false;
        }
        long leftNs = queue.sliceEndNs - nowNs;
        CfqProcess process = state.activeProcess;
        return state.slices.isUsed(queue, nowNs)
                || (process != null && process.thinkTime.isLongerThan(leftNs))
                || leftNs <= CfqState.JIFFY_NS;
    }
}
