package org.mqemu.blkmq.elevator.bfq;

import org.mqemu.blkmq.block.Request;

/** What a request that comes tells about its process, and what becomes of its queue (__bfq_insert_request). */
final class BfqArrivals {
    /** How soon a request must come for its queue to go on with its last budget, in slice_idle. */
    private static final int IN_TIME = 3;

    private static final int SMALL_SECTORS = 32;
    private static final long WINDOW_NS = 200 * BfqTime.MS_NS;

    private final BfqState state;
    private final BfqIdling idling;
    private final BfqInjection injection;
    private final BfqBudgets budgets;
    private final BfqRaising raising;
    private final BfqBursts bursts;
    private final BfqCooperators cooperators;
    private final BfqService service;
    private final BfqWakers wakers;

    BfqArrivals(
            BfqState state,
            BfqIdling idling,
            BfqInjection injection,
            BfqBudgets budgets,
            BfqRaising raising,
            BfqBursts bursts,
            BfqCooperators cooperators,
            BfqService service) {
        this.state = state;
        this.idling = idling;
        this.injection = injection;
        this.budgets = budgets;
        this.raising = raising;
        this.bursts = bursts;
        this.cooperators = cooperators;
        this.service = service;
        this.wakers = new BfqWakers(state);
    }

    /** Puts a request into its queue, which may be merged just then. */
    void insert(BfqRequest waiting, long nowNs) {
        Request request = waiting.request();
        BfqQueue target = cooperators.find(waiting.queue, waiting.process, request.sector(), nowNs);
        if (target != null) {
            if (waiting.process.sync == waiting.queue) {
                cooperators.merge(waiting.process, waiting.queue, target, nowNs);
            }
            waiting.queue.justCreated = false;
            waiting.queue = target;
        }
        BfqQueue queue = waiting.queue;
        updateThinkTime(queue, nowNs);
        queue.seeks.add(state.isSeek(queue.seeks.distance(request.sector()), request));
        raising.seeksOnly(queue, nowNs);
        add(waiting, nowNs);
        queue.seeks.endedAt(request.sector() + request.sectors());
        if (queue == state.inService && queue.waitRequest) {
            endWait(queue, request, nowNs);
        }
    }

    private void updateThinkTime(BfqQueue queue, long nowNs) {
        long idleNs = state.tunables.sliceIdleNs();
        if (queue.dispatched == 0 && !queue.busy) {
            queue.thinkTime.requested(nowNs, 2 * idleNs);
        }
        if (!queue.sync || queue.isIdleClass() || idleNs == 0 || raising.isSplitLately(queue, nowNs)) {
            return;
        }
        boolean isShort = !queue.thinkTime.isLongerThan(idleNs >> 1);
        boolean changed = isShort != queue.shortThinkTime;
        queue.shortThinkTime = isShort;
        if (changed) {
            injection.thinkTimeChanged(queue, nowNs);
        }
    }

    /** Sorts a request into its queue (bfq_add_request). */
    private void add(BfqRequest waiting, long nowNs) {
        BfqQueue queue = waiting.queue;
        boolean sync = waiting.request().isSync();
        boolean wasRaised = queue.raise.isRaised();
        state.waiting++;
        if (queue.sync) {
            if (queue.isEmpty()) {
                wakers.check(queue, nowNs);
                injection.firstRequest(queue, nowNs);
            }
            updateIoBound(queue, nowNs);
        }
        queue.requests.add(waiting, nowNs + state.tunables.fifoExpireNs(sync));
        BfqRequest before = queue.next;
        queue.next = state.from(state.peakRate.lastPosition()).nearer(before, waiting);
        if (queue.next != before) {
            cooperators.reposition(queue, nowNs);
        }
        BfqRaising.Looks looks = BfqRaising.Looks.NOTHING;
        if (queue.busy) {
            raising.requestForBusy(queue, sync, nowNs);
            if (queue.next != before) {
                budgets.nextRequestChanged(queue, nowNs);
            }
        } else {
            looks = raising.looks(queue, nowNs);
            becomesBusy(waiting, looks, nowNs);
        }
        raising.requestCame(queue, wasRaised, looks.interactive(), nowNs);
    }

    /** Who has had nothing to do for a fifth of the time is not bound by I/O (bfq_update_io_intensity). */
    private void updateIoBound(BfqQueue queue, long nowNs) {
        long totalNs = nowNs - queue.ioStartNs;
        if (queue.isEmpty() && queue.dispatched == 0 && !queue.justCreated) {
            queue.idleNs += nowNs - Math.max(queue.thinkTime.lastEndNs(), queue.ioStartNs);
        }
        if (queue.justCreated) {
            return;
        }
        queue.ioBound = queue.idleNs * 5 <= totalNs;
        if (totalNs > WINDOW_NS) {
            queue.ioStartNs = nowNs - (totalNs >> 1);
            queue.idleNs >>= 1;
        }
    }

    /** A queue that had none gets a request (bfq_bfqq_handle_idle_busy_switch). */
    private void becomesBusy(BfqRequest waiting, BfqRaising.Looks looks, long nowNs) {
        BfqQueue queue = waiting.queue;
        boolean idleLong = raising.isIdleLong(queue, nowNs);
        boolean inTime = nowNs <= queue.thinkTime.lastEndNs() + IN_TIME * state.tunables.sliceIdleNs();
        boolean recoversHole = updateBudget(waiting, inTime);
        bursts.becomesBusy(queue, idleLong, nowNs);
        queue.justCreated = false;
        raising.becomesBusy(waiting, looks, nowNs);
        queue.busySinceNs = nowNs;
        queue.servedSinceBusy = 0;
        queue.softRtUpdate = false;
        BfqBusy.add(state, queue, nowNs);
        service.preempt(queue, recoversHole, nowNs);
    }

    /**
     * Gives a queue that becomes busy its budget: what was left, if it was idle only for a moment and so loses nothing
     * (bfq_bfqq_update_budg_for_activation).
     *
     * @return whether it goes on with what was left
     */
    private boolean updateBudget(BfqRequest waiting, boolean inTime) {
        BfqQueue queue = waiting.queue;
        BfqEntity entity = queue.entity;
        long left = entity.budgetLeft();
        entity.service = 0;
        if (queue.nonBlockingWait && inTime && left > 0) {
            entity.budget = Math.min(left, queue.maxBudget);
            return true;
        }
        entity.budget = Math.max(queue.maxBudget, state.charge(waiting));
        queue.nonBlockingWait = false;
        return false;
    }

    /** The queue being served gets a request while the device is kept for it; a small one waits for more to merge. */
    private void endWait(BfqQueue queue, Request request, long nowNs) {
        boolean small = queue.requests.size() == 1 && request.sectors() < SMALL_SECTORS;
        boolean timedOut = BfqService.isTimedOut(queue, nowNs);
        if (small && !timedOut && idling.boostsThroughput(queue)) {
            return;
        }
        idling.stop(queue);
        if (timedOut) {
            service.expire(queue, BfqExpiration.BUDGET_TIMEOUT, nowNs);
        }
    }
}
