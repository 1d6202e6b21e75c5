package org.mqemu.blkmq.elevator.cfq;

/** What the end of a request tells about its process, and what becomes of the service of its queue. */
final class CfqCompletions {
    private final CfqState state;
    private final CfqIdling idling;
    private final CfqCooperators cooperators;
    private final CfqService service;

    CfqCompletions(CfqState state, CfqIdling idling, CfqCooperators cooperators, CfqService service) {
        this.state = state;
        this.idling = idling;
        this.cooperators = cooperators;
        this.service = service;
    }

    /** The driver has answered a request (cfq_completed_request). */
    void completed(CfqRequest given, long nowNs) {
        CfqQueue queue = given.queue;
        state.hwTag.sample(state.active, state.waiting, state.inDriver);
        if (given.inDriver) {
            state.inDriver--;
        }
        given.dispatched = false;
        state.inFlight(queue, -1);
        boolean sync = given.request().isSync();
        if (sync) {
            ended(given, nowNs);
        }
        state.groupThinkTime.ended(nowNs);
        if (state.active == queue) {
            goOn(queue, sync, nowNs);
        }
        if (state.active == queue && queue.processes == 0 && queue.sync && queue.isEmpty() && queue.dispatched == 0) {
            service.expire(false, nowNs);
        }
    }

    private void ended(CfqRequest given, long nowNs) {
        CfqQueue queue = given.queue;
        given.process.thinkTime.ended(nowNs);
        CfqServiceTree tree = queue.tree == null ? state.trees.of(queue) : queue.tree;
        tree.thinkTime.ended(nowNs);
        if (given.request().gotNs() + state.tunables.fifoExpireNs(true) <= nowNs) {
            state.lastDelayedSyncNs = nowNs;
        }
    }

    /** Ends the service of the queue being served, or keeps the disk for it, or neither. */
    private void goOn(CfqQueue queue, boolean sync, long nowNs) {
        if (queue.sliceNew) {
            state.slices.start(queue, nowNs);
        }
        if (idling.isWaitBusyWorth(queue, nowNs)) {
            long idleNs = state.tunables.sliceIdleNs();
            queue.sliceEndNs = nowNs + (idleNs == 0 ? state.tunables.groupIdleNs() : idleNs);
            queue.waitBusy = true;
        }
        if (state.slices.isUsed(queue, nowNs) || queue.isIdleClass()) {
            service.expire(true, nowNs);
        } else if (sync && queue.isEmpty() && cooperators.closeTo(queue) == null) {
            idling.start(queue, nowNs);
        }
    }
}
