package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * A thread's plug (blk_plug): requests that wait for the end of a batch, and requests that were got for bios to come.
 *
 * <p>Touched by its thread only, without any lock.
 */
final class MqPlug {
    private static final int BYTES_PER_SECTOR = 512;

    private final PlugRules rules;
    private final List<Request> requests = new ArrayList<>();
    private final ArrayDeque<Request> cached = new ArrayDeque<>();
    private boolean active;
    private int toGet = 1;
    /** Whether it has held requests of several devices, or of a device with a scheduler, since it was started. */
    private boolean severalQueues;

    private boolean elevator;

    MqPlug(PlugRules rules) {
        this.rules = rules;
    }

    /** blk_start_plug_nr_ios, for a batch of so many I/Os; small batches do not plug. */
    void start(int ios) {
        active = ios > rules.aioThreshold();
        forget();
        toGet = active && rules.batchesTags() ? ios : 1;
    }

    /** blk_start_plug, for one I/O. */
    void startForOne() {
        active = true;
        toGet = 1;
        forget();
    }

    private void forget() {
        severalQueues = false;
        elevator = false;
    }

    /** The plug has been flushed for good (blk_finish_plug). */
    void end() {
        active = false;
        toGet = 1;
    }

    boolean isActive() {
        return active;
    }

    /** Takes the number of requests to get at once: all of a batch at its first bio, then one by one. */
    int takeBatch() {
        int now = toGet;
        toGet = 1;
        return now;
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    int size() {
        return requests.size();
    }

    /** blk_attempt_plug_merge. */
    boolean merge(MqQueue queue, Bio bio, int cpu, long nowNs) {
        QueueLimits limits = queue.limits();
        for (int i = requests.size() - 1; i >= 0; i--) {
            Request request = requests.get(i);
            if (request.queue() == queue) {
                if (request.merge(limits, bio, cpu, nowNs)) {
                    return true;
                } else if (rules.merge() == PlugRules.Merge.LAST_REQUEST) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Returns whether the plug must be flushed before one more request of a queue is added. */
    boolean isFull(MqQueue queue) {
        int max = severalQueues ? rules.maxSeveralQueues() : rules.max();
        return requests.size() >= max
                || (rules.flushBytes() > 0
                        && queue.limits().merges()
                        && (long) newest().sectors() * BYTES_PER_SECTOR >= rules.flushBytes());
    }

    private Request newest() {
        return requests.get(requests.size() - 1);
    }

    void add(Request request) {
        severalQueues |= !requests.isEmpty() && newest().queue() != request.queue();
        elevator |= request.schedTag() >= 0;
        requests.add(request);
    }

    boolean ofSeveralQueues() {
        return severalQueues;
    }

    boolean hasElevator() {
        return elevator;
    }

    /** Takes out the newest request. */
    Request takeNewest() {
        return requests.remove(requests.size() - 1);
    }

    /** Takes out the newest request of a queue, or returns null. */
    @Nullable Request takeNewestOf(MqQueue queue) {
        for (int i = requests.size() - 1; i >= 0; i--) {
            if (requests.get(i).queue() == queue) {
                return requests.remove(i);
            }
        }
        return null;
    }

    /**
     * Takes out all requests of one hardware and software queue: those of the newest request since 5.16, before that
     * those of the oldest.
     *
     * @param into where they go, in the order of plugging
     */
    void takeOneQueue(List<Request> into) {
        Request first = rules.order() == PlugRules.Order.LAST_FIRST ? newest() : requests.get(0);
        for (int i = 0; i < requests.size(); i++) {
            if (together(first, requests.get(i))) {
                into.add(requests.get(i));
            }
        }
        requests.removeIf(request -> together(first, request));
    }

    private static boolean together(Request a, Request b) {
        return a.queue() == b.queue() && a.hctx() == b.hctx() && a.cpu() == b.cpu();
    }

    // ---- requests that were got but have no bio yet (cached_rq) ----

    void cache(Request request) {
        cached.add(request);
    }

    /** Returns the next request that was got for bios to come, or null if it is another queue's or there is none. */
    @Nullable Request peekCached(MqQueue queue, Hctx hctx) {
        Request next = cached.peek();
        return next != null && next.queue() == queue && next.hctx() == hctx.index() ? next : null;
    }

    @Nullable Request takeCached() {
        return cached.poll();
    }
}
