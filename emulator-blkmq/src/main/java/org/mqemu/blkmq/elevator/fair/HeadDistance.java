package org.mqemu.blkmq.elevator.fair;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * Which of two requests lies nearer to the disk's head: a one-way elevator that goes back a little, at a penalty.
 *
 * <p>Source: cfq_choose_req of block/cfq-iosched.c (3.15 to 4.5), bfq_choose_req of block/bfq-iosched.c (6.1). Requests
 * for metadata (REQ_META, REQ_PRIO) are not told apart: nobody issues any here.
 *
 * @param head the sector that the head is at
 * @param backMaxSectors how far back a seek may go, in sectors
 * @param backPenalty how many times dearer a step back is than one forward
 */
public record HeadDistance(long head, long backMaxSectors, long backPenalty) {

    /**
     * Returns the one to be served first, or null if there is none.
     *
     * @param one a request, or null
     * @param other another one, or null
     */
    public <W extends WaitingRequest> @Nullable W nearer(@Nullable W one, @Nullable W other) {
        if (one == null || one == other) {
            return other;
        }
        if (other == null) {
            return one;
        }
        Request a = one.request();
        Request b = other.request();
        if (a.isSync() != b.isSync()) {
            return a.isSync() ? one : other;
        }
        boolean wrapsA = wraps(a.sector());
        boolean wrapsB = wraps(b.sector());
        if (wrapsA != wrapsB) {
            return wrapsA ? other : one;
        }
        if (wrapsA) {
            return a.sector() <= b.sector() ? one : other;
        }
        int byDistance = Long.compare(distance(a.sector()), distance(b.sector()));
        if (byDistance != 0) {
            return byDistance < 0 ? one : other;
        }
        return a.sector() >= b.sector() ? one : other;
    }

    private boolean wraps(long sector) {
        return sector + backMaxSectors < head;
    }

    private long distance(long sector) {
        return sector >= head ? sector - head : (head - sector) * backPenalty;
    }

    /**
     * Returns which of a queue's requests is served after one that leaves it: a neighbour, or the first one again.
     *
     * @param requests the queue, with {@code leaving} still in it
     * @param leaving the request that leaves
     */
    public <W extends WaitingRequest> @Nullable W next(SortedRequests<W> requests, W leaving) {
        W after = requests.after(leaving);
        if (after == null) {
            W first = requests.first();
            after = first == leaving ? null : first;
        }
        return nearer(after, requests.before(leaving));
    }
}
