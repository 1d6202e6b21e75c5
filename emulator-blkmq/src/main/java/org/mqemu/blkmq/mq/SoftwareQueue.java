package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.sync.Lock;

/**
 * A software queue (blk_mq_ctx): where requests that one CPU submitted to one device wait for a run of the hardware
 * queue.
 */
final class SoftwareQueue {
    private static final int MERGE_LOOKS_AT = 8;

    private final int cpu;
    private final Lock lock;
    /** Guarded by {@link #lock}. */
    private final ArrayDeque<Request> requests = new ArrayDeque<>();

    SoftwareQueue(int cpu, Lock lock) {
        this.cpu = cpu;
        this.lock = lock;
    }

    /**
     * Merges a bio into one of the last 8 requests, the newest first (blk_mq_attempt_merge); under the lock.
     *
     * @param limits what requests may grow to
     * @param bio the bio
     * @param onCpu the CPU that merges
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    boolean merge(QueueLimits limits, Bio bio, int onCpu, long nowNs) {
        Iterator<Request> newest = requests.descendingIterator();
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

    ArrayDeque<Request> requests() {
        return requests;
    }
}
