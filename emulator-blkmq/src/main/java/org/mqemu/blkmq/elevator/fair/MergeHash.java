package org.mqemu.blkmq.elevator.fair;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * Requests by the sector that they end at, and the one merged into last.
 *
 * <p>Source: elv_rqhash_add and elv_rqhash_find of block/elevator.c (3.15 and 6.1): of several that end at the same
 * sector, the one added last is found.
 */
final class MergeHash {
    private final Map<Long, ArrayDeque<Request>> byEnd = new HashMap<>();
    private @Nullable Request last;

    void add(Request request) {
        hash(request);
        if (last == null) {
            last = request;
        }
    }

    void remove(Request request) {
        unhash(request, end(request));
        if (last == request) {
            last = null;
        }
    }

    /** A request has grown, and may end somewhere else than it did. */
    void grown(Request request, long oldEnd) {
        if (end(request) != oldEnd) {
            unhash(request, oldEnd);
            hash(request);
        }
        last = request;
    }

    private void hash(Request request) {
        byEnd.computeIfAbsent(end(request), end -> new ArrayDeque<>(1)).push(request);
    }

    private void unhash(Request request, long end) {
        ArrayDeque<Request> chain = byEnd.get(end);
        if (chain != null && chain.removeFirstOccurrence(request) && chain.isEmpty()) {
            byEnd.remove(end);
        }
    }

    @Nullable Request endingAt(long sector) {
        ArrayDeque<Request> chain = byEnd.get(sector);
        return chain == null ? null : chain.peek();
    }

    @Nullable Request last() {
        return last;
    }

    static long end(Request request) {
        return request.sector() + request.sectors();
    }
}
