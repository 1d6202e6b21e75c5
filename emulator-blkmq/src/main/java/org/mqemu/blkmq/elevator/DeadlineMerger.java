package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * How deadline schedulers merge: a bio into the request merged into last, behind the request that the hash finds, or in
 * front of one that the sorted tree finds; two requests that touch after that; and a request that is inserted behind
 * the one that it continues.
 *
 * <p>A bio that has found its neighbour but does not fit is not merged elsewhere. Source: elv_merge, attempt_merge and
 * elv_attempt_insert_merge of block/elevator.c and block/blk-merge.c, 3.15 and 6.1. Since 5.0 I/Os of different
 * priorities do not merge ("block: prevent merging of requests with different priorities").
 */
final class DeadlineMerger {
    private final BackMergeHash hash = new BackMergeHash();
    private final ArrayDeque<Request> joined = new ArrayDeque<>();
    private final boolean mixesPriorities;

    /**
     * Creates one that knows no requests.
     *
     * @param mixesPriorities whether I/Os of different priorities merge, as before 5.0
     */
    DeadlineMerger(boolean mixesPriorities) {
        this.mixesPriorities = mixesPriorities;
    }

    /**
     * Merges a bio, and then two requests if the bio has closed the gap between them.
     *
     * @param limits what requests may grow to
     * @param list the requests among which the bio may find one that it comes right before
     * @param frontMerges whether that is looked for
     * @param bio the bio
     * @param cpu the CPU that submits it
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    boolean merge(QueueLimits limits, DeadlineList list, boolean frontMerges, Bio bio, int cpu, long nowNs) {
        Request found = find(limits, list, frontMerges, bio);
        if (found == null || !hash.grow(limits, found, bio, cpu, nowNs)) {
            return false;
        }
        Waiting grown = Waiting.of(found);
        DeadlineList home = grown == null ? null : grown.list();
        if (grown == null || home == null) {
            throw new IllegalStateException("a bio was merged into a request that does not wait here");
        }
        if (!grown.isMisplaced()) {
            join(limits, found, requestOf(home.after(grown)), nowNs);
        } else if (!join(limits, requestOf(home.before(grown)), found, nowNs)) {
            home.reposition(grown);
        }
        return true;
    }

    private @Nullable Request find(QueueLimits limits, DeadlineList list, boolean frontMerges, Bio bio) {
        if (!limits.merges()) {
            return null;
        }
        Request last = hash.lastMerge();
        if (last != null && mayMerge(last, bio) && touch(last, bio)) {
            return last;
        }
        Request before = hash.endingAt(limits, bio.sector());
        if (before != null && mayMerge(before, bio)) {
            return before;
        }
        if (!frontMerges || !limits.searches()) {
            return null;
        }
        Waiting behind = list.startingAt(bio.sector() + bio.sectors());
        return behind != null && !behind.wasDispatched() && mayMerge(behind.request(), bio) ? behind.request() : null;
    }

    private boolean mayMerge(Request request, Bio bio) {
        return request.op() == bio.op()
                && !request.isNoMerge()
                && !bio.isNoMerge()
                && bio.op().movesData()
                && (mixesPriorities || request.priority().equals(bio.priority()));
    }

    private static boolean touch(Request request, Bio bio) {
        return request.sector() + request.sectors() == bio.sector() || bio.sector() + bio.sectors() == request.sector();
    }

    private static @Nullable Request requestOf(@Nullable Waiting waiting) {
        return waiting == null || waiting.wasDispatched() ? null : waiting.request();
    }

    /**
     * Joins a request that is about to be inserted to the one that it continues, and that one to its predecessor.
     *
     * @param limits what requests may grow to
     * @param request the request
     * @param nowNs the emulated time
     * @return whether its bios belong to another request now
     */
    boolean joinInserted(QueueLimits limits, Request request, long nowNs) {
        if (!limits.merges()) {
            return false;
        }
        if (join(limits, hash.lastMerge(), request, nowNs)) {
            return true;
        }
        boolean gone = false;
        Request last = request;
        Request before = hash.endingAt(limits, last.sector());
        while (before != null && join(limits, before, last, nowNs)) {
            gone = true;
            last = before;
            before = hash.endingAt(limits, last.sector());
        }
        return gone;
    }

    /** Joins a request to one that waits here, if both are there and it continues that one; returns whether it did. */
    private boolean join(QueueLimits limits, @Nullable Request before, @Nullable Request next, long nowNs) {
        if (before == null
                || next == null
                || !limits.mayJoin(before, next)
                || !(mixesPriorities || before.priority().equals(next.priority()))) {
            return false;
        }
        Waiting heir = Waiting.of(before);
        Waiting gone = Waiting.of(next);
        DeadlineList list = gone == null ? null : gone.list();
        if (gone != null) {
            gone.queue().countMerged();
        }
        if (heir != null && gone != null && list != null) {
            list.joined(heir, gone);
            hash.remove(next);
            joined.add(next);
        }
        hash.absorb(limits, before, next, nowNs);
        return true;
    }

    /** Adds a request that waits from now on, and that may grow. */
    void add(QueueLimits limits, Request request) {
        hash.add(limits, request);
    }

    /** Removes a request that waits no longer. */
    void remove(Request request) {
        hash.remove(request);
    }

    /** Returns a request that waited and has lost its bios to its neighbour, once, or null. */
    @Nullable Request takeJoined() {
        return joined.poll();
    }
}
