package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;

/**
 * Finds the queue whose requests have to end before another one issues, as that of a journal: one after whose requests
 * the other one becomes busy three times in a row (bfq_check_waker).
 */
final class BfqWakers {
    private static final long SOON_NS = 4 * BfqTime.MS_NS;
    private static final int ENOUGH = 3;
    /** Three detections must come within so many slice_idle. */
    private static final int WINDOW = 128;

    private final BfqState state;

    BfqWakers(BfqState state) {
        this.state = state;
    }

    /** A queue gets a request while it has none. */
    void check(BfqQueue queue, long nowNs) {
        BfqQueue last = state.lastCompleted;
        BfqWaker waker = queue.waker;
        if (last == null
                || last == queue
                || last == waker.queue
                || queue.shortThinkTime
                || queue.dispatched > 0
                || nowNs - state.peakRate.lastEndNs() >= SOON_NS) {
            return;
        }
        if (last != waker.candidate || nowNs > waker.sinceNs + WINDOW * state.tunables.sliceIdleNs()) {
            waker.candidate = last;
            waker.detections = 1;
            waker.sinceNs = nowNs;
        } else {
            waker.detections++;
        }
        if (waker.detections == ENOUGH) {
            set(queue, last);
        }
    }

    /** Notes a queue's waker. */
    static void set(BfqQueue queue, @Nullable BfqQueue by) {
        BfqQueue before = queue.waker.queue;
        if (before != null) {
            before.woken.remove(queue);
        }
        queue.waker.queue = by;
        queue.waker.candidate = null;
        if (by != null) {
            by.woken.push(queue);
        }
    }

    /** A queue that is woken becomes busy: it is the first of those that its waker has woken. */
    static void becomesBusy(BfqQueue queue) {
        BfqQueue by = queue.waker.queue;
        if (by != null && by.woken.remove(queue)) {
            by.woken.push(queue);
        }
    }
}
