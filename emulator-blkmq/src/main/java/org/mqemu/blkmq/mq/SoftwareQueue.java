package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.sync.Lock;

/**
 * A software queue (blk_mq_ctx): where requests that one CPU submitted to one device wait for a run of the hardware
 * queue.
 */
final class SoftwareQueue {
    private final int cpu;
    private final Lock lock;
    /** Guarded by {@link #lock}. */
    private final ArrayDeque<Request> requests = new ArrayDeque<>();

    SoftwareQueue(int cpu, Lock lock) {
        this.cpu = cpu;
        this.lock = lock;
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
