package org.mqemu.blkmq.elevator;

import org.jspecify.annotations.Nullable;

/**
 * The requests of one direction that wait in a deadline scheduler, by sector and by age (sort_list, fifo_list), and the
 * one that continues the direction's batch (next_rq).
 *
 * <p>Source: block/deadline-iosched.c of 3.15 and block/mq-deadline.c of 6.1; the same idea in both.
 */
final class DeadlineList {
    private final SortedRequests sorted = new SortedRequests();
    private final DeadlineFifo fifo = new DeadlineFifo();
    private @Nullable Waiting next;

    void add(Waiting waiting) {
        sorted.add(waiting);
        fifo.add(waiting);
        waiting.waitsIn(this);
    }

    /** Takes out a request to dispatch it: the batch goes on behind it. */
    void takeOut(Waiting waiting) {
        next = sorted.after(waiting);
        sorted.remove(waiting);
        fifo.remove(waiting);
        waiting.waitsIn(null);
    }

    /**
     * Takes out a request whose bios another one of this list has got. That one keeps the earlier of their times, and
     * the place that belongs to it (dd_merged_requests).
     */
    void joined(Waiting heir, Waiting gone) {
        if (next == gone) {
            next = sorted.after(gone);
        }
        sorted.remove(gone);
        if (gone.expiresNs() < heir.expiresNs()) {
            fifo.replace(gone, heir);
            heir.inherits(gone);
        } else {
            fifo.remove(gone);
        }
        gone.waitsIn(null);
    }

    /** Sorts a request anew that begins at another sector now. */
    void reposition(Waiting waiting) {
        sorted.remove(waiting);
        sorted.add(waiting);
    }

    @Nullable Waiting before(Waiting waiting) {
        return sorted.before(waiting);
    }

    @Nullable Waiting after(Waiting waiting) {
        return sorted.after(waiting);
    }

    @Nullable Waiting startingAt(long sector) {
        return sorted.startingAt(sector);
    }

    /** Returns the request that the batch goes on with, or null. */
    @Nullable Waiting next() {
        return next;
    }

    /** Forgets where the batch was, so that the next one begins with the oldest request. */
    void forgetNext() {
        next = null;
    }

    /** Returns the oldest request, or null. */
    @Nullable Waiting oldest() {
        return fifo.first();
    }

    boolean isEmpty() {
        return sorted.size() == 0;
    }

    int size() {
        return sorted.size();
    }
}
