package org.mqemu.blkmq.elevator;

import org.jspecify.annotations.Nullable;

/**
 * How a deadline scheduler chooses: batches of reads or of writes in the order of their sectors, each of which begins
 * where the last one of its direction ended or, if a request has expired, with that one; writes go when reads have gone
 * first writes_starved times.
 *
 * <p>Source: deadline_dispatch_requests of 3.15, __dd_dispatch_request of 5.11 and 6.1. They differ in one thing: up to
 * 5.13 the place of a direction is forgotten when the other one is dispatched, so that a new batch begins with the
 * oldest request; since 5.14 it is kept.
 */
final class DeadlineBatch {
    private final DeadlineTunables tunables;
    private final boolean keepsPlaces;
    private boolean writing = true;
    private long batching;
    private long starved;

    /**
     * Creates a chooser that has not begun.
     *
     * @param tunables the batch's length and the patience of writes
     * @param keepsPlaces whether a direction's place outlives a batch of the other direction
     */
    DeadlineBatch(DeadlineTunables tunables, boolean keepsPlaces) {
        this.tunables = tunables;
        this.keepsPlaces = keepsPlaces;
    }

    /**
     * Takes out the request that goes next.
     *
     * @param queue what waits
     * @param latestStartNs the request must have come by then; choosing one that has not changes the batch all the same
     * @param nowNs the emulated time
     * @return the request, or null
     */
    @Nullable Waiting take(DeadlineQueue queue, long latestStartNs, long nowNs) {
        DeadlineList list = writing ? queue.writes() : queue.reads();
        Waiting chosen = list.next();
        if (chosen == null || batching >= tunables.fifoBatch()) {
            if (queue.reads().isEmpty() && queue.writes().isEmpty()) {
                return null;
            }
            writing = isWritesTurn(queue);
            batching = 0;
            list = writing ? queue.writes() : queue.reads();
            chosen = firstOf(list, nowNs);
        }
        if (chosen == null || chosen.startNs() > latestStartNs) {
            return null;
        }
        batching++;
        if (!keepsPlaces) {
            (writing ? queue.reads() : queue.writes()).forgetNext();
        }
        list.takeOut(chosen);
        return chosen;
    }

    private boolean isWritesTurn(DeadlineQueue queue) {
        if (!queue.reads().isEmpty()) {
            if (queue.writes().isEmpty()) {
                return false;
            }
            boolean patient = starved < tunables.writesStarved();
            starved++;
            if (patient) {
                return false;
            }
        }
        starved = 0;
        return true;
    }

    /** Returns the request that a new batch begins with. */
    private static @Nullable Waiting firstOf(DeadlineList list, long nowNs) {
        Waiting oldest = list.oldest();
        Waiting next = list.next();
        return next == null || (oldest != null && nowNs >= oldest.expiresNs()) ? oldest : next;
    }
}
