package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.sync.Lock;

/**
 * A software queue (blk_mq_ctx): where requests that one CPU submitted to one device wait for a run of the hardware
 * queue; a list for each type of hardware queue.
 */
final class SoftwareQueue {
    private static final int MERGE_LOOKS_AT = 8;

    private final int cpu;
    private final Lock lock;
    /** By type; guarded by {@link #lock}. */
    private final RequestList[] lists = new RequestList[QueueMap.Type.values().length];

    SoftwareQueue(int cpu, Lock lock) {
        this.cpu = cpu;
        this.lock = lock;
        for (int i = 0; i < lists.length; i++) {
            lists[i] = new RequestList();
        }
    }

    /**
     * Merges a bio into one of the last 8 requests, the newest first (blk_mq_attempt_merge, blk_bio_list_merge); under
     * the lock.
     *
     * @param type the type of hardware queue
     * @param limits what requests may grow to
     * @param bio the bio
     * @param onCpu the CPU that merges
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    boolean merge(QueueMap.Type type, QueueLimits limits, Bio bio, int onCpu, long nowNs) {
        Iterator<Request> newest = lists[type.ordinal()].requests.descendingIterator();
        for (int checked = 0; checked < MERGE_LOOKS_AT && newest.hasNext(); checked++) {
            if (newest.next().merge(limits, bio, onCpu, nowNs)) {
                return true;
            }
        }
        return false;
    }

    int cpu() {
        return cpu;
    }

    Lock lock() {
        return lock;
    }

    ArrayDeque<Request> requests(QueueMap.Type type) {
        return lists[type.ordinal()].requests;
    }

    /** Publishes whether the list holds anything, as list_empty_careful sees it; called under the lock. */
    void publish(QueueMap.Type type) {
        RequestList list = lists[type.ordinal()];
        list.empty = list.requests.isEmpty();
    }

    boolean isEmpty(QueueMap.Type type) {
        return lists[type.ordinal()].empty;
    }

    private static final class RequestList {
        private final ArrayDeque<Request> requests = new ArrayDeque<>();
        private volatile boolean empty = true;
    }
}
