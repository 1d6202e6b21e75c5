package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;

/**
 * How many requests of one kind, synchronous or not, are in use, and who sleeps for one (struct request_list).
 *
 * <p>Whoever takes the last one begins a batch and may go on to half as many again; others sleep, and are woken one by
 * one, each for a request that was freed while fewer than nr_requests are in use. Guarded by the queue_lock. Source:
 * block/blk-core.c of 3.15, __get_request, freed_request, blk_queue_congestion_threshold.
 */
final class RequestList {
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private int count;
    private boolean full;
    private boolean congested;

    /** Takes a request for a task, or returns that it must wait. */
    boolean take(IoContext task, int nrRequests, long nowNs) {
        if (count + 1 >= congestedFrom(nrRequests)) {
            if (count + 1 >= nrRequests && full && !task.batches(nowNs)) {
                return false;
            }
            if (count + 1 >= nrRequests && !full) {
                task.begin(nowNs);
                full = true;
            }
            congested = true;
        }
        if (count >= 3L * nrRequests / 2) {
            return false;
        }
        count++;
        task.took(nowNs);
        return true;
    }

    /** Gives a request back and returns who is to be woken, or null. */
    @Nullable Waiter give(int nrRequests) {
        count--;
        if (count < relaxedBelow(nrRequests)) {
            congested = false;
        }
        if (count >= nrRequests) {
            return null;
        }
        full = false;
        return waiters.poll();
    }

    /** nr_requests has changed; returns who is to be woken, or null (blk_update_nr_requests). */
    @Nullable Waiter resized(int nrRequests) {
        if (count >= congestedFrom(nrRequests)) {
            congested = true;
        } else if (count < relaxedBelow(nrRequests)) {
            congested = false;
        }
        full = count >= nrRequests;
        return full ? null : waiters.poll();
    }

    void await(Context thread, long nowNs) {
        waiters.add(new Waiter(thread, nowNs));
    }

    /** A thread is awake; if something else has woken it, it must not take another one's wake-up. */
    void awake(Context thread) {
        waiters.removeIf(waiter -> waiter.thread() == thread);
    }

    int count() {
        return count;
    }

    /** Returns whether writeback and read-ahead would hold back (bdi_congested). */
    boolean isCongested() {
        return congested;
    }

    /** Returns the number in use from which on a list counts as congested. */
    static int congestedFrom(int nrRequests) {
        return Math.min(nrRequests, nrRequests - nrRequests / 8 + 1);
    }

    /** Returns the number in use below which it counts as congested no more. */
    static int relaxedBelow(int nrRequests) {
        return Math.max(1, nrRequests - nrRequests / 8 - nrRequests / 16 - 1);
    }

    /**
     * A thread that sleeps for a request.
     *
     * @param thread the thread
     * @param sinceNs since when
     */
    record Waiter(Context thread, long sinceNs) {}
}
