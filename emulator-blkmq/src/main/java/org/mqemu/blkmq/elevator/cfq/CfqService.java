package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;

/** Which queue is being served: chosen, kept while it has requests or is worth waiting for, and ended. */
final class CfqService {
    private final CfqState state;
    private final CfqIdling idling;
    private final CfqCooperators cooperators;
    private final CfqWorkload workload;

    CfqService(CfqState state, CfqIdling idling, CfqCooperators cooperators, CfqWorkload workload) {
        this.state = state;
        this.idling = idling;
        this.cooperators = cooperators;
        this.workload = workload;
    }

    /** Returns the queue to give out a request of, or null to wait (cfq_select_queue). */
    @Nullable CfqQueue select(long nowNs) {
        CfqQueue queue = state.active;
        if (queue == null) {
            return serve(null, nowNs);
        }
        if (state.waiting == 0) {
            return null;
        }
        if (queue.waitBusy && !queue.isEmpty()) {
            return serve(null, nowNs);
        }
        if (state.slices.isUsed(queue, nowNs) && !queue.mustDispatch) {
            boolean keep =
                    state.roundRobin.busy() == 1 && queue.isEmpty() && queue.dispatched > 0 && idling.isWorth(queue);
            return keep || idling.isWorthForAll() ? null : serve(null, nowNs);
        }
        return queue.isEmpty() ? selectOther(queue, nowNs) : queue;
    }

    private @Nullable CfqQueue selectOther(CfqQueue empty, long nowNs) {
        CfqQueue close = cooperators.closeTo(empty);
        if (close != null) {
            if (empty.mergeInto == null) {
                cooperators.join(empty, close);
            }
            return serve(close, nowNs);
        }
        if (idling.isKeeping()) {
            return null;
        }
        if (empty.seeks.isSeeky()
                && empty.idleWindow
                && (empty.sliceNew || empty.sliceEndNs - nowNs > nowNs - empty.sliceStartNs)) {
            empty.deep = false;
            empty.idleWindow = false;
        }
        boolean keep = (empty.dispatched > 0 && idling.isWorth(empty)) || idling.isWorthForAll();
        return keep ? null : serve(null, nowNs);
    }

    /** Ends the service of one queue and starts that of another, or of the one whose turn is due. */
    private @Nullable CfqQueue serve(@Nullable CfqQueue wanted, long nowNs) {
        expire(false, nowNs);
        CfqQueue next = wanted;
        if (next == null) {
            workload.choose(nowNs);
            next = state.waiting == 0 ? null : workload.first();
        }
        if (next != null) {
            next.startService();
            idling.stop();
        }
        state.active = next;
        return next;
    }

    /** Ends the service of the queue that is being served, if one is (cfq_slice_expired). */
    void expire(boolean timedOut, long nowNs) {
        CfqQueue queue = state.active;
        if (queue == null) {
            return;
        }
        if (queue.waitRequest) {
            idling.stop();
        }
        queue.waitRequest = false;
        queue.waitBusy = false;
        if (queue.coop && queue.seeks.isSeeky()) {
            queue.splitCoop = true;
        }
        if (timedOut) {
            queue.sliceResidNs = queue.sliceNew ? state.slices.scaledNs(queue) : queue.sliceEndNs - nowNs;
        }
        workload.save(nowNs);
        if (queue.onRr && queue.isEmpty()) {
            leave(queue);
        }
        state.roundRobin.resort(queue, nowNs);
        state.active = null;
        state.activeProcess = null;
    }

    /** An empty queue is busy no longer. */
    void leave(CfqQueue queue) {
        state.roundRobin.remove(queue);
        if (state.roundRobin.busy() == 0) {
            workload.forget();
        }
    }

    /** Ends the service for the sake of another queue, which is served next (cfq_preempt_queue). */
    void preempt(CfqQueue by, long nowNs) {
        CfqQueue queue = state.active;
        WorkloadType before = queue == null ? by.type() : queue.type();
        expire(true, nowNs);
        if (before != by.type()) {
            workload.forget();
        }
        state.roundRobin.toFront(by, nowNs);
        by.sliceEndNs = 0;
        by.sliceNew = true;
    }

    /** The disk has been kept long enough (cfq_idle_slice_timer). */
    void onIdleTimer(long nowNs) {
        if (state.idleUntilNs > nowNs) {
            return;
        }
        idling.stop();
        CfqQueue queue = state.active;
        if (queue == null || queue.mustDispatch) {
            return;
        }
        if (state.slices.isUsed(queue, nowNs)) {
            expire(false, nowNs);
            return;
        }
        if (state.roundRobin.busy() == 0 || !queue.isEmpty()) {
            return;
        }
        queue.deep = false;
        expire(false, nowNs);
    }
}
