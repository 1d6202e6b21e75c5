package org.mqemu.blkmq.elevator.bfq;

import java.util.ArrayList;
import java.util.List;

/**
 * Bursts of new queues: eight or more that were created shortly after each other belong to one application that wants
 * throughput, so that none of them is raised (bfq_handle_burst).
 */
final class BfqBursts {
    /** Not longer after the one before is in the same burst (bfq_burst_interval). */
    static final long INTERVAL_NS = 180 * BfqTime.MS_NS;

    private static final int LARGE = 8;
    private static final long FRESH_SPLIT_NS = 10 * BfqTime.MS_NS;
    /** A queue that was idle for so long has nothing to do with its burst any more. */
    private static final long OVER_NS = 10_000 * BfqTime.MS_NS;

    private final BfqState state;
    private final List<BfqQueue> burst = new ArrayList<>();
    private int size;
    private boolean large;
    private long lastNs;

    BfqBursts(BfqState state) {
        this.state = state;
    }

    boolean isLarge() {
        return large;
    }

    /** A queue gets its first request. */
    void created(BfqQueue queue, long nowNs) {
        if (size == 0 && state.busy() > 0) {
            return;
        }
        if (queue.inBurstList || queue.inLargeBurst || queue.splitNs + FRESH_SPLIT_NS >= nowNs) {
            return;
        }
        if (lastNs + INTERVAL_NS < nowNs) {
            large = false;
            restart(queue);
        } else if (large) {
            queue.inLargeBurst = true;
        } else {
            add(queue);
        }
        lastNs = nowNs;
    }

    private void restart(BfqQueue queue) {
        clear();
        size = 0;
        if (state.busy() == 0) {
            list(queue);
            size = 1;
        }
    }

    private void add(BfqQueue queue) {
        size++;
        if (size == LARGE) {
            large = true;
            burst.forEach(other -> other.inLargeBurst = true);
            queue.inLargeBurst = true;
            clear();
        } else {
            list(queue);
        }
    }

    private void list(BfqQueue queue) {
        burst.add(queue);
        queue.inBurstList = true;
    }

    private void clear() {
        burst.forEach(queue -> queue.inBurstList = false);
        burst.clear();
    }

    /** A queue becomes busy that existed before. */
    void becomesBusy(BfqQueue queue, boolean idleLong, long nowNs) {
        if (!queue.justCreated && idleLong && queue.budgetTimeoutNs + OVER_NS < nowNs) {
            if (queue.inBurstList) {
                burst.remove(queue);
                queue.inBurstList = false;
            }
            queue.inLargeBurst = false;
        }
    }

    /** A queue was created by a split: it belongs where its process' queue belonged before. */
    void split(BfqQueue queue, BfqSaved saved) {
        if ((saved.wasInBurstList && large) || saved.inLargeBurst) {
            queue.inLargeBurst = true;
        } else if (saved.wasInBurstList) {
            list(queue);
        }
    }
}
