package org.mqemu.blkmq.elevator.bfq;

/** What the end of a request tells, and what becomes of the service of its queue (bfq_completed_request). */
final class BfqCompletions {
    private final BfqState state;
    private final BfqIdling idling;
    private final BfqInjection injection;
    private final BfqRaising raising;
    private final BfqService service;

    BfqCompletions(BfqState state, BfqIdling idling, BfqInjection injection, BfqRaising raising, BfqService service) {
        this.state = state;
        this.idling = idling;
        this.injection = injection;
        this.raising = raising;
        this.service = service;
    }

    void completed(BfqRequest given, long nowNs) {
        BfqQueue queue = given.queue;
        given.dispatched = false;
        injection.ended(given, nowNs);
        state.hwTag.sample(state.inService, state.waiting, state.inDriver);
        state.inDriver--;
        queue.dispatched--;
        if (queue.dispatched == 0 && !queue.busy) {
            queue.budgetTimeoutNs = nowNs;
            state.weights.remove(queue);
        }
        queue.thinkTime.ended(nowNs);
        state.peakRate.ended(nowNs);
        state.lastCompleted = queue.coop ? null : queue;
        raising.lastEnded(queue, nowNs);
        if (state.inService == queue) {
            goOn(queue, nowNs);
        }
    }

    /** Keeps the device for the queue being served, or ends its service, or neither. */
    private void goOn(BfqQueue queue, long nowNs) {
        if (idling.mustIdle(queue)) {
            if (queue.dispatched == 0) {
                idling.start(queue, nowNs);
            }
        } else if (BfqService.mayExpireForTimeout(queue, nowNs)) {
            service.expire(queue, BfqExpiration.BUDGET_TIMEOUT, nowNs);
        } else if (queue.isEmpty() && (queue.dispatched == 0 || !idling.isBetter(queue))) {
            service.expire(queue, BfqExpiration.NO_MORE_REQUESTS, nowNs);
        }
    }
}
