package org.mqemu.blkmq.elevator.cfq;

/** How many requests of the queue being served may be in flight (cfq_may_dispatch). */
final class CfqDispatchLimit {
    private final CfqState state;
    private final CfqIdling idling;

    CfqDispatchLimit(CfqState state, CfqIdling idling) {
        this.state = state;
        this.idling = idling;
    }

    boolean allows(CfqQueue queue, long nowNs) {
        boolean drainsAsync = state.asyncInFlight > 0 && idling.isWorth(queue);
        boolean waitsForSync = state.syncInFlight > 0 && !queue.sync;
        return !drainsAsync && !waitsForSync && queue.dispatched < Math.min(most(queue, nowNs), ramp(queue, nowNs));
    }

    /** Half a quantum; a whole one early in a slice; no limit for who is alone. */
    private int most(CfqQueue queue, long nowNs) {
        if (queue.isIdleClass()) {
            return 1;
        }
        int soft = Math.max(state.tunables.quantum() / 2, 1);
        if (queue.dispatched < soft) {
            return soft;
        }
        boolean alone = state.roundRobin.busy() == 1 || (queue.sync && state.roundRobin.busySync() == 1);
        if (alone) {
            return Integer.MAX_VALUE;
        }
        return state.slices.isUsedSoon(queue, nowNs) ? soft : state.tunables.quantum();
    }

    /** Async queues start slowly after a sync request was late: one more request for each slice_sync that went by. */
    private long ramp(CfqQueue queue, long nowNs) {
        if (queue.sync || !state.tunables.lowLatency()) {
            return Integer.MAX_VALUE;
        }
        long depth = (nowNs - state.lastDelayedSyncNs) / state.tunables.sliceNs(true);
        return depth == 0 && queue.dispatched == 0 ? 1 : depth;
    }
}
