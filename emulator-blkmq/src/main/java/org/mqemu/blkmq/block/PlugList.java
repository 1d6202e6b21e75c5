package org.mqemu.blkmq.block;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread's plug: requests that wait for the end of a batch, so that bios that follow can be merged into them.
 *
 * <p>Touched by its thread only, without any lock.
 */
public final class PlugList {
    private final List<Request> requests = new ArrayList<>();

    /** Creates an empty plug. */
    public PlugList() {}

    /**
     * Merges a bio into a plugged request of the same queue, the newest first (blk_attempt_plug_merge).
     *
     * @param queue the bio's queue
     * @param bio the bio
     * @param cpu the CPU that merges
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    public boolean merge(BlockQueue queue, Bio bio, int cpu, long nowNs) {
        QueueLimits limits = queue.limits();
        if (!limits.merges()) {
            return false;
        }
        for (int i = requests.size() - 1; i >= 0; i--) {
            Request request = requests.get(i);
            if (request.queue() == queue && request.merge(limits, bio, cpu, nowNs)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Plugs a request.
     *
     * @param request the request
     */
    public void add(Request request) {
        requests.add(request);
    }

    /**
     * Returns the number of plugged requests of a queue.
     *
     * @param queue the queue
     */
    public int count(BlockQueue queue) {
        int count = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).queue() == queue) {
                count++;
            }
        }
        return count;
    }

    /**
     * Takes out all requests.
     *
     * @param into where they go, in the order of plugging
     */
    public void takeAll(List<Request> into) {
        into.addAll(requests);
        requests.clear();
    }

    /**
     * Takes out the newest request of a queue.
     *
     * @param queue the queue
     * @return the request, or null if none is plugged
     */
    public @Nullable Request takeNewestOf(BlockQueue queue) {
        for (int i = requests.size() - 1; i >= 0; i--) {
            if (requests.get(i).queue() == queue) {
                return requests.remove(i);
            }
        }
        return null;
    }

    /** Returns the number of plugged requests. */
    public int size() {
        return requests.size();
    }

    /** Returns whether nothing is plugged. */
    public boolean isEmpty() {
        return requests.isEmpty();
    }

    /**
     * Takes out all requests of the queue that the oldest one belongs to.
     *
     * @param into where they go, in the order of plugging
     * @return that queue
     */
    public BlockQueue takeOneQueue(List<Request> into) {
        BlockQueue first = requests.get(0).queue();
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).queue() == first) {
                into.add(requests.get(i));
            }
        }
        requests.removeIf(request -> request.queue() == first);
        return first;
    }
}
