package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * What every elevator merges with: the request merged into last, and a hash of where requests end.
 *
 * <p>A bio is tried on the request merged into last (front or back), then, through the hash, for a back merge. A
 * request that is inserted is tried the same way on what waits. Source: block/elevator.c of 3.15 and 6.1 (elv_merge,
 * elv_attempt_insert_merge). Of requests that end at the same sector only the one that came or grew last is tried.
 */
final class BackMergeHash {
    private final Map<Long, Request> byEnd = new HashMap<>();
    /** Those that end where the one in {@link #byEnd} ends too, the newest first. */
    private final Map<Long, ArrayDeque<Request>> shadowed = new HashMap<>();

    private @Nullable Request lastMerge;

    /** Merges a bio into the request merged into last, or into the one that it continues. */
    boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        if (!limits.merges()) {
            return false;
        }
        Request last = lastMerge;
        if (last != null && grow(limits, last, bio, cpu, nowNs)) {
            return true;
        }
        Request before = endingAt(limits, bio.sector());
        if (before != null && grow(limits, before, bio, cpu, nowNs)) {
            lastMerge = before;
            return true;
        }
        return false;
    }

    /** Merges a bio into a request that waits here, found by whatever means. */
    boolean grow(QueueLimits limits, Request request, Bio bio, int cpu, long nowNs) {
        long end = end(request);
        if (!request.merge(limits, bio, cpu, nowNs)) {
            if (request.isNoMerge() && lastMerge == request) {
                lastMerge = null; // req_set_nomerge
            }
            return false;
        }
        if (end(request) != end) {
            unhash(request, end);
            hash(limits, request);
        }
        lastMerge = request;
        return true;
    }

    /** Joins a request to one that waits and that it continues; returns whether it is empty now. */
    boolean join(QueueLimits limits, Request request, long nowNs) {
        if (!limits.merges()) {
            return false;
        }
        Request last = lastMerge;
        Request before = last != null && limits.mayJoin(last, request) ? last : endingAt(limits, request.sector());
        if (before == null || !limits.mayJoin(before, request)) {
            return false;
        }
        absorb(limits, before, request, nowNs);
        return true;
    }

    /** Joins a request to the one that waits right in front of it. */
    void absorb(QueueLimits limits, Request before, Request request, long nowNs) {
        unhash(before, end(before));
        before.join(request, nowNs);
        hash(limits, before);
        lastMerge = before;
    }

    /** Returns the request merged into last, or null if that waits no longer. */
    @Nullable Request lastMerge() {
        return lastMerge;
    }

    /** Returns the request that ends at a sector, or null, also if nomerges forbids to search. */
    @Nullable Request endingAt(QueueLimits limits, long sector) {
        if (!limits.searches()) {
            return null;
        }
        Request found = byEnd.get(sector);
        while (found != null && found.isNoMerge()) { // elv_rqhash_find throws such requests out
            unhash(found, sector);
            found = byEnd.get(sector);
        }
        return found;
    }

    /** Adds a request that waits from now on. */
    void add(QueueLimits limits, Request request) {
        if (request.isNoMerge()) {
            return;
        }
        hash(limits, request);
        if (lastMerge == null) {
            lastMerge = request;
        }
    }

    /** Removes a request that waits no longer. */
    void remove(Request request) {
        unhash(request, end(request));
        if (lastMerge == request) {
            lastMerge = null;
        }
    }

    private static long end(Request request) {
        return request.sector() + request.sectors();
    }

    private void hash(QueueLimits limits, Request request) {
        if (!limits.searches()) {
            return;
        }
        long end = end(request);
        Request older = byEnd.put(end, request);
        if (older != null) {
            shadowed.computeIfAbsent(end, e -> new ArrayDeque<>()).push(older);
        }
    }

    private void unhash(Request request, long end) {
        ArrayDeque<Request> older = shadowed.get(end);
        if (older == null) {
            byEnd.remove(end, request);
            return;
        }
        if (byEnd.get(end) == request) {
            byEnd.put(end, older.pop());
        } else {
            older.remove(request);
        }
        if (older.isEmpty()) {
            shadowed.remove(end);
        }
    }
}
