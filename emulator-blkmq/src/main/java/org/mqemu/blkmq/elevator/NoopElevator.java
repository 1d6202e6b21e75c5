package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * The noop elevator: first in, first out, with the merging that every legacy elevator has.
 *
 * <p>A bio is tried on the request merged into last (front or back), then, through a hash of request ends, for a back
 * merge. A request that is inserted is tried the same way on what waits. Source: block/elevator.c (elv_merge,
 * elv_attempt_insert_merge) and block/noop-iosched.c of 3.15; noop looks for no front merges of its own. Guarded by the
 * queue_lock.
 */
public final class NoopElevator {
    private final QueueLimits limits;
    private final ArrayDeque<Request> queue = new ArrayDeque<>();
    private final Map<Long, Request> byEnd = new HashMap<>();
    private @Nullable Request lastMerge;

    /**
     * Creates an empty elevator.
     *
     * @param limits what requests may grow to
     */
    public NoopElevator(QueueLimits limits) {
        this.limits = limits;
    }

    /**
     * Merges a bio into a waiting request.
     *
     * @param bio the bio
     * @return whether it was merged
     */
    public boolean merge(Bio bio) {
        if (!limits.merges()) {
            return false;
        }
        Request last = lastMerge;
        if (last != null && grow(last, bio)) {
            return true;
        }
        Request before = limits.searches() ? byEnd.get(bio.sector()) : null;
        if (before != null && grow(before, bio)) {
            lastMerge = before;
            return true;
        }
        return false;
    }

    private boolean grow(Request request, Bio bio) {
        unhash(request);
        boolean merged = request.merge(limits, bio);
        hash(request);
        return merged;
    }

    /**
     * Inserts a request, or joins it to one that waits.
     *
     * @param request the request
     * @param nowNs the emulated time
     * @return whether it was joined, so that it is empty and must be given back
     */
    public boolean insert(Request request, long nowNs) {
        if (limits.merges()) {
            Request last = lastMerge;
            Request before = last != null && limits.mayJoin(last, request)
                    ? last
                    : limits.searches() ? byEnd.get(request.sector()) : null;
            if (before != null && limits.mayJoin(before, request)) {
                unhash(before);
                before.join(request, nowNs);
                hash(before);
                lastMerge = before;
                return true;
            }
        }
        queue.add(request);
        hash(request);
        if (lastMerge == null) {
            lastMerge = request;
        }
        return false;
    }

    /** Returns the request to be dispatched next, or null. */
    public @Nullable Request peek() {
        return queue.peek();
    }

    /** Takes the request that {@link #peek()} returned out. */
    public void remove(Request request) {
        if (queue.poll() != request) {
            throw new IllegalStateException("the elevator's next request is another one");
        }
        unhash(request);
        if (lastMerge == request) {
            lastMerge = null;
        }
    }

    /** Puts a request back to the front; nothing is merged into it any more (REQ_SOFTBARRIER). */
    public void requeue(Request request) {
        queue.addFirst(request);
    }

    /** Returns the number of requests that wait. */
    public int size() {
        return queue.size();
    }

    private void hash(Request request) {
        if (limits.searches()) {
            byEnd.put(request.sector() + request.sectors(), request);
        }
    }

    private void unhash(Request request) {
        if (limits.searches()) {
            byEnd.remove(request.sector() + request.sectors(), request);
        }
    }
}
