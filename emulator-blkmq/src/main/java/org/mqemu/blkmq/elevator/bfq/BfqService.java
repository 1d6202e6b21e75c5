package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;

/** Which queue is being served: chosen, kept while its budget does or it is worth waiting for, and ended. */
final class BfqService {
    private final BfqState state;
    private final BfqIdling idling;
    private final BfqInjection injection;
    private final BfqBudgets budgets;
    private final BfqRaising raising;
    private final BfqCooperators cooperators;

    BfqService(
            BfqState state,
            BfqIdling idling,
            BfqInjection injection,
            BfqBudgets budgets,
            BfqRaising raising,
            BfqCooperators cooperators) {
        this.state = state;
        this.idling = idling;
        this.injection = injection;
        this.budgets = budgets;
        this.raising = raising;
        this.cooperators = cooperators;
    }

    /** Returns the queue to give out a request of, or null to wait (bfq_select_queue). */
    @Nullable BfqQueue select(long nowNs) {
        BfqQueue queue = state.inService;
        if (queue != null && mayExpireForTimeout(queue, nowNs) && !idling.mustIdle(queue)) {
            expire(queue, BfqExpiration.BUDGET_TIMEOUT, nowNs);
            queue = null;
        }
        while (true) {
            if (queue == null) {
                queue = start(nowNs);
                if (queue == null) {
                    return null;
                }
            }
            BfqRequest next = queue.next;
            if (next == null) {
                if (queue.waitRequest || (queue.dispatched > 0 && idling.isBetter(queue))) {
                    return injection.choose(queue, nowNs);
                }
                expire(queue, BfqExpiration.NO_MORE_REQUESTS, nowNs);
            } else if (state.charge(next) > queue.entity.budgetLeft()) {
                expire(queue, BfqExpiration.BUDGET_EXHAUSTED, nowNs);
            } else {
                if (queue.waitRequest) {
                    idling.stop(queue);
                }
                return queue;
            }
            queue = null;
        }
    }

    /** Starts to serve the queue that is next, or none (bfq_set_in_service_queue). */
    private @Nullable BfqQueue start(long nowNs) {
        BfqQueue queue = state.busy() == 0 ? null : state.scheduler.takeNext(nowNs);
        if (queue != null) {
            queue.fifoChecked = false;
            state.peakRate.budgetAssigned();
            raising.serviceStarts(queue, nowNs);
            long factor = queue.raise.isSoftRealTime() ? 1 : queue.entity.weight / queue.entity.origWeight;
            state.serviceStartNs = nowNs;
            queue.budgetTimeoutNs = nowNs + state.tunables.timeoutMs() * BfqTime.MS_NS * factor;
        }
        state.inService = queue;
        state.inServiceLastPosition = 0;
        return queue;
    }

    static boolean isTimedOut(BfqQueue queue, long nowNs) {
        return queue.budgetTimeoutNs <= nowNs;
    }

    /** A queue that the device is kept for is not cut off, unless it has hardly begun with its budget. */
    static boolean mayExpireForTimeout(BfqQueue queue, long nowNs) {
        return (!queue.waitRequest || queue.entity.budgetLeft() >= queue.entity.budget / 3) && isTimedOut(queue, nowNs);
    }

    void expire(BfqQueue queue, BfqExpiration reason, long nowNs) {
        expire(queue, reason, nowNs, nowNs);
    }

    /**
     * Ends the service of the queue that is being served (bfq_bfqq_expire).
     *
     * @param untilNs until when it used the device: not while that was kept for it in vain
     */
    private void expire(BfqQueue queue, BfqExpiration reason, long untilNs, long nowNs) {
        budgets.chargeTime(queue, reason, untilNs, nowNs);
        raising.serviceEnds(queue, nowNs);
        injection.serviceEnds();
        budgets.recalculate(queue, reason);
        if (queue.coop && queue.seeks.isSeeky()) {
            queue.splitCoop = true;
        }
        boolean stays = reason == BfqExpiration.PREEMPTED && idling.isNeededForShare(queue);
        if (queue.isEmpty() && !stays) {
            if (queue.dispatched == 0) {
                queue.budgetTimeoutNs = nowNs;
            }
            BfqBusy.remove(state, queue, true, nowNs);
        } else {
            state.scheduler.activate(queue, false, true, nowNs);
            if (!queue.isEmpty()) {
                cooperators.reposition(queue, nowNs);
            }
        }
        idling.stop(queue);
        state.inService = null;
        state.scheduler.endService();
        boolean mayGoOn =
                !queue.busy && reason != BfqExpiration.BUDGET_TIMEOUT && reason != BfqExpiration.BUDGET_EXHAUSTED;
        if (mayGoOn) {
            queue.nonBlockingWait = true;
        } else {
            queue.entity.service = 0;
        }
    }

    /** The device has been kept long enough (bfq_idle_slice_timer_body). */
    void onIdleTimer(long nowNs) {
        if (state.idleUntilNs > nowNs) {
            return;
        }
        BfqQueue queue = state.inService;
        state.idleUntilNs = BfqTime.NEVER_NS;
        if (queue == null) {
            return;
        }
        queue.waitRequest = false;
        if (isTimedOut(queue, nowNs)) {
            expire(queue, BfqExpiration.BUDGET_TIMEOUT, state.idlingStartNs, nowNs);
        } else if (queue.isEmpty()) {
            expire(queue, BfqExpiration.TOO_IDLE, state.idlingStartNs, nowNs);
        }
    }

    /** A queue that becomes busy comes first, if it must: the one being served gives way. */
    void preempt(BfqQueue by, boolean recoversHole, long nowNs) {
        BfqQueue queue = state.inService;
        if (queue == null) {
            return;
        }
        boolean wants = (recoversHole && by.raise.coefficient >= queue.raise.coefficient)
                || by.ioClass.compareTo(queue.ioClass) < 0
                || by.entity.weight > queue.entity.weight
                || !idling.isBetter(queue);
        if (wants && state.scheduler.mayPreempt()) {
            expire(queue, BfqExpiration.PREEMPTED, nowNs);
        }
    }
}
