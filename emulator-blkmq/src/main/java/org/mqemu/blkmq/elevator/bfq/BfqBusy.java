package org.mqemu.blkmq.elevator.bfq;

/** Makes queues busy and idle. */
final class BfqBusy {
    private BfqBusy() {}

    /** A queue that had none gets a request (bfq_add_bfqq_busy). */
    static void add(BfqState state, BfqQueue queue, long nowNs) {
        state.scheduler.activate(queue, queue.nonBlockingWait, false, nowNs);
        queue.nonBlockingWait = false;
        queue.busy = true;
        queue.busyClass = queue.ioClass;
        state.countBusy(queue.busyClass, 1);
        if (queue.dispatched == 0 && !queue.raise.isRaised()) {
            state.weights.add(queue);
        }
        if (queue.raise.isRaised()) {
            state.raisedBusy++;
        }
        BfqWakers.becomesBusy(queue);
    }

    /** A queue has no request any more (bfq_del_bfqq_busy). */
    static void remove(BfqState state, BfqQueue queue, boolean expiration, long nowNs) {
        queue.busy = false;
        state.countBusy(queue.busyClass, -1);
        if (queue.raise.isRaised()) {
            state.raisedBusy--;
        }
        state.scheduler.deactivate(queue, expiration, nowNs);
        if (queue.dispatched == 0) {
            state.weights.remove(queue);
        }
    }
}
