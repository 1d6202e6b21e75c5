package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/** What giving out a request changes, and its leaving its queue. */
final class BfqDispatch {
    private final BfqState state;
    private final BfqInjection injection;
    private final BfqBudgets budgets;
    private final BfqRaising raising;
    private final BfqCooperators cooperators;
    private final BfqService service;

    BfqDispatch(
            BfqState state,
            BfqInjection injection,
            BfqBudgets budgets,
            BfqRaising raising,
            BfqCooperators cooperators,
            BfqService service) {
        this.state = state;
        this.injection = injection;
        this.budgets = budgets;
        this.raising = raising;
        this.cooperators = cooperators;
        this.service = service;
    }

    /** A request inserted at the head is given out. */
    void givenFromHead(BfqRequest waiting) {
        waiting.queue.dispatched++;
        given(waiting);
    }

    private void given(BfqRequest waiting) {
        waiting.dispatched = true;
        state.inDriver++;
    }

    /** Gives out the next request of a queue, which pays for it (bfq_dispatch_rq_from_bfqq). */
    void give(BfqRequest chosen, long nowNs) {
        BfqQueue queue = chosen.queue;
        Request request = chosen.request();
        budgets.served(queue, state.charge(chosen), nowNs);
        boolean inService = queue == state.inService;
        if (inService) {
            injection.dispatched(chosen);
        }
        queue.dispatched++;
        boolean seek = state.isSeek(distance(request), request);
        state.peakRate.dispatched(request, state.inDriver, seek, nowNs);
        if (inService) {
            state.inServiceLastPosition = state.peakRate.lastPosition();
        }
        remove(chosen, nowNs);
        if (inService) {
            raising.served(queue, nowNs);
            if (queue.isIdleClass() && state.busy() > 1) {
                service.expire(queue, BfqExpiration.BUDGET_EXHAUSTED, nowNs);
            }
        }
        given(chosen);
    }

    private long distance(Request request) {
        long last = state.peakRate.lastPosition();
        return last == 0 ? 0 : Math.abs(request.sector() - last);
    }

    /** A request leaves its queue (bfq_remove_request). */
    void remove(BfqRequest leaving, long nowNs) {
        BfqQueue queue = leaving.queue;
        if (queue.next == leaving) {
            queue.next = nextAfter(queue, leaving, nowNs);
            budgets.nextRequestChanged(queue, nowNs);
        }
        state.waiting--;
        queue.requests.remove(leaving);
        if (!queue.isEmpty()) {
            cooperators.reposition(queue, nowNs);
            return;
        }
        queue.next = null;
        state.positions.remove(queue);
        if (queue.busy && queue != state.inService) {
            BfqBusy.remove(state, queue, false, nowNs);
            queue.entity.budget = 0;
            queue.entity.service = 0;
        }
    }

    /** Returns the oldest request if it has waited too long, looked at once a service, else a near one. */
    private @Nullable BfqRequest nextAfter(BfqQueue queue, BfqRequest leaving, long nowNs) {
        if (!queue.fifoChecked) {
            queue.fifoChecked = true;
            BfqRequest oldest = queue.requests.oldest();
            if (oldest != null && oldest != leaving && queue.requests.isExpired(oldest, nowNs)) {
                return oldest;
            }
        }
        return state.from(leaving.request().sector()).next(queue.requests, leaving);
    }
}
