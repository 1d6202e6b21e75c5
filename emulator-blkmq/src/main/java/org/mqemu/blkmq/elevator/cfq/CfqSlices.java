package org.mqemu.blkmq.elevator.cfq;

/** How long queues are served: by priority, and shorter if low_latency asks for it. */
final class CfqSlices {
    /** A level changes a slice by a fifth of it (CFQ_SLICE_SCALE). */
    private static final int SCALE = 5;

    private static final int NORMAL = 4;
    private static final int LEVELS = 8;
    private static final long NS_PER_US = 1000;

    private final CfqTunables tunables;
    private final CfqTrees trees;

    CfqSlices(CfqTunables tunables, CfqTrees trees) {
        this.tunables = tunables;
        this.trees = trees;
    }

    /** Returns the slice of a level (cfq_prio_slice), in nanoseconds. */
    long byLevelNs(boolean sync, int level) {
        long baseNs = tunables.sliceNs(sync);
        return baseNs + baseNs / SCALE * (NORMAL - level);
    }

    /** Returns a queue's slice, cut so that all busy ones get theirs within target_latency (cfq_scaled_cfqq_slice). */
    long scaledNs(CfqQueue queue) {
        long sliceNs = byLevelNs(queue.sync, queue.level);
        if (!tunables.lowLatency()) {
            return sliceNs;
        }
        int busy = trees.sampleBusy(queue.isRt() ? WorkloadClass.RT : WorkloadClass.BE);
        long syncNs = tunables.sliceNs(true);
        long expectedNs = syncNs * busy;
        long targetNs = tunables.targetLatencyNs();
        if (expectedNs <= targetNs) {
            return sliceNs;
        }
        long leastNs = Math.min(sliceNs, share(2 * tunables.sliceIdleNs(), sliceNs, syncNs));
        return Math.max(share(sliceNs, targetNs, expectedNs), leastNs);
    }

    /** Returns a time multiplied by the ratio of two others, to the microsecond. */
    static long share(long timeNs, long ofNs, long inNs) {
        return timeNs / NS_PER_US * (ofNs / NS_PER_US) / Math.max(1, inNs / NS_PER_US) * NS_PER_US;
    }

    /** Starts the clock of a slice (cfq_set_prio_slice). */
    void start(CfqQueue queue, long nowNs) {
        queue.sliceStartNs = nowNs;
        queue.sliceEndNs = nowNs + scaledNs(queue);
        queue.sliceNew = false;
    }

    /** Returns whether a queue has used its slice up (cfq_slice_used). */
    boolean isUsed(CfqQueue queue, long nowNs) {
        return !queue.sliceNew && nowNs >= queue.sliceEndNs;
    }

    /** Returns whether a slice will be used up by what is in flight, as far as one knows (cfq_slice_used_soon). */
    boolean isUsedSoon(CfqQueue queue, long nowNs) {
        return queue.sliceNew || nowNs + tunables.sliceIdleNs() * queue.dispatched > queue.sliceEndNs;
    }

    /** Returns how far behind its turn is, the more so the lower its priority (cfq_slice_offset). */
    long offsetNs(CfqQueue queue, int busyQueues) {
        return (busyQueues - 1) * (byLevelNs(true, 0) - byLevelNs(queue.sync, queue.level));
    }

    /** Returns how many requests an async queue may give out in a slice (cfq_prio_to_maxrq). */
    int mostAsyncRequests(CfqQueue queue) {
        return 2 * tunables.sliceAsyncRq() * (LEVELS - queue.level);
    }
}
