package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;

/**
 * What waits in a deadline scheduler, or in one priority of mq-deadline (dd_per_prio): requests that go before all
 * others, reads and writes. It counts what passes.
 */
final class DeadlineQueue {
    private final ArrayDeque<Waiting> head = new ArrayDeque<>();
    private final DeadlineList reads = new DeadlineList();
    private final DeadlineList writes = new DeadlineList();
    private int inserted;
    private int merged;
    private int dispatched;
    /** Requests end without the scheduler's lock. */
    private final AtomicInteger completed = new AtomicInteger();

    DeadlineList reads() {
        return reads;
    }

    DeadlineList writes() {
        return writes;
    }

    /** Returns the list for what an I/O does (rq_data_dir). */
    DeadlineList list(Op op) {
        return isWrite(op) ? writes : reads;
    }

    /** Returns whether an I/O belongs to the writes. */
    static boolean isWrite(Op op) {
        return op == Op.WRITE || op == Op.DISCARD;
    }

    /** Adds a request that goes before all others. */
    void addFirst(Waiting waiting) {
        head.addFirst(waiting);
    }

    /** Returns the request that goes before all others, or null. */
    @Nullable Waiting first() {
        return head.peek();
    }

    /** Takes it out. */
    void removeFirst() {
        head.remove();
    }

    /** Returns how many wait here. */
    int size() {
        return head.size() + reads.size() + writes.size();
    }

    // ---- counts ----

    void countInserted() {
        inserted++;
    }

    void countMerged() {
        merged++;
    }

    void countDispatched() {
        dispatched++;
    }

    void countCompleted() {
        completed.incrementAndGet();
    }

    /** Returns the requests that have been inserted and have not ended, be it that the driver has them (dd_queued). */
    int queued() {
        return inserted - completed.get();
    }

    DeadlineCounts counts() {
        return new DeadlineCounts(inserted, merged, dispatched, completed.get());
    }
}
