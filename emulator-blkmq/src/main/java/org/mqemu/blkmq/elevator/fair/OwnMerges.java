package org.mqemu.blkmq.elevator.fair;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * Merging within a process' own queue: bios into requests, requests into their neighbours.
 *
 * <p>Source: elv_merge, blk_queue_bio and attempt_merge of 3.15, blk_mq_sched_try_merge and elv_attempt_insert_merge of
 * 6.1. A bio is tried on the request merged into last, then on the one that ends where it begins, then on the one of its
 * queue that begins where it ends. A request that has grown to touch its neighbour is joined to it. Not as in 3.15 to
 * 4.8, where two requests could be joined across queues: since 4.9 CFQ forbids that (allow_rq_merge).
 *
 * @param <W> what the scheduler keeps for a request
 */
public final class OwnMerges<W extends WaitingRequest> {
    private final MergeHash hash = new MergeHash();
    private final Rules<W> rules;
    private @Nullable Request joined;

    /**
     * Creates the merging of a scheduler.
     *
     * @param rules what the scheduler allows and wants to know
     */
    public OwnMerges(Rules<W> rules) {
        this.rules = rules;
    }

    /** What a scheduler has to say. */
    public interface Rules<W extends WaitingRequest> {

        /** Returns what the scheduler keeps for a request that waits. */
        W waiting(Request request);

        /** Returns whether a request waits in the queue that the bio would go to (elevator_allow_merge_fn). */
        boolean mayMerge(W waiting, Bio bio, long nowNs);

        /** Returns the queue that the bio would go to, or null if there is none yet. */
        @Nullable SortedRequests<W> queueFor(Bio bio);

        /** Returns the queue that a request waits in. */
        SortedRequests<W> queueOf(W waiting);

        /** A request has a new first sector (elevator_merged_fn with a front merge). */
        void grownInFront(W waiting, long nowNs);

        /** A request is about to take over its neighbour, which must leave its queue (elevator_merge_req_fn). */
        void joining(W kept, W gone, long nowNs);
    }

    /** Starts to look at a request that waits. */
    public void add(Request request) {
        if (request.op().movesData()) {
            hash.add(request);
        }
    }

    /** Forgets a request that waits no longer. */
    public void remove(Request request) {
        hash.remove(request);
    }

    /** Merges a bio, if it can; see {@link #takeJoined()} for what may be left over. */
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        joined = null;
        if (!limits.merges()) {
            return false;
        }
        if (grow(hash.last(), limits, bio, cpu, nowNs)) {
            return true;
        }
        if (!limits.searches()) {
            return false;
        }
        if (grow(hash.endingAt(bio.sector()), limits, bio, cpu, nowNs)) {
            return true;
        }
        SortedRequests<W> queue = rules.queueFor(bio);
        W behind = queue == null ? null : queue.startingAt(bio.sector() + bio.sectors());
        return behind != null && grow(behind.request(), limits, bio, cpu, nowNs);
    }

    private boolean grow(@Nullable Request request, QueueLimits limits, Bio bio, int cpu, long nowNs) {
        if (request == null || !rules.mayMerge(rules.waiting(request), bio, nowNs)) {
            return false;
        }
        long first = request.sector();
        long oldEnd = MergeHash.end(request);
        if (!request.merge(limits, bio, cpu, nowNs)) {
            return false;
        }
        hash.grown(request, oldEnd);
        if (request.sector() == first) {
            joinBehind(limits, rules.waiting(request), nowNs);
        } else {
            joinInFront(limits, rules.waiting(request), nowNs);
        }
        return true;
    }

    private void joinBehind(QueueLimits limits, W grown, long nowNs) {
        W behind = rules.queueOf(grown).after(grown);
        if (behind != null && limits.mayJoin(grown.request(), behind.request())) {
            join(grown, behind, nowNs);
        }
    }

    private void joinInFront(QueueLimits limits, W grown, long nowNs) {
        W before = rules.queueOf(grown).before(grown);
        if (before != null && limits.mayJoin(before.request(), grown.request())) {
            join(before, grown, nowNs);
        } else {
            rules.grownInFront(grown, nowNs);
        }
    }

    private void join(W kept, W gone, long nowNs) {
        hash.remove(gone.request());
        rules.joining(kept, gone, nowNs);
        long oldEnd = MergeHash.end(kept.request());
        kept.request().join(gone.request(), nowNs);
        hash.grown(kept.request(), oldEnd);
        joined = gone.request();
    }

    /** Returns the request that was left over by the last {@link #merge}, once. */
    public @Nullable Request takeJoined() {
        Request left = joined;
        joined = null;
        return left;
    }

    /**
     * Joins a request that comes to one that waits in the same queue and that it continues.
     *
     * @param queue the queue that it is for
     */
    public boolean insert(QueueLimits limits, Request request, SortedRequests<W> queue, long nowNs) {
        if (!limits.merges()) {
            return false;
        }
        Request before = hash.last();
        if (before == null || !continues(limits, before, request, queue)) {
            before = limits.searches() ? hash.endingAt(request.sector()) : null;
        }
        if (before == null || !continues(limits, before, request, queue)) {
            return false;
        }
        long oldEnd = MergeHash.end(before);
        before.join(request, nowNs);
        hash.grown(before, oldEnd);
        return true;
    }

    private boolean continues(QueueLimits limits, Request before, Request request, SortedRequests<W> queue) {
        return limits.mayJoin(before, request) && rules.queueOf(rules.waiting(before)) == queue;
    }
}
