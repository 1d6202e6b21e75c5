package org.mqemu.api.stats;

import java.util.List;

/**
 * fio's seven-bucket distributions: queue depth levels, and batch sizes of submission and completion.
 *
 * <p>The two kinds are cut differently, as in fio: a level bucket is named by its lowest depth (8 holds 8 to 15), a
 * batch bucket by its highest size (8 holds 5 to 8).
 */
public final class DepthMap {
    /** Number of buckets. */
    public static final int BUCKETS = 7;

    private static final List<String> LEVELS = List.of("1", "2", "4", "8", "16", "32", ">=64");
    private static final List<String> BATCHES = List.of("0", "4", "8", "16", "32", "64", ">=64");

    private final boolean levels;
    private final long[] counts = new long[BUCKETS];
    private long total;

    private DepthMap(boolean levels) {
        this.levels = levels;
    }

    /** A map of queue depths: 1, 2, 4, 8, 16, 32, &gt;=64. */
    public static DepthMap ofLevels() {
        return new DepthMap(true);
    }

    /** A map of batch sizes: 0, 4, 8, 16, 32, 64, &gt;=64. */
    public static DepthMap ofBatches() {
        return new DepthMap(false);
    }

    /**
     * Counts one event.
     *
     * @param depth the queue depth or batch size, at least 0
     */
    public void record(int depth) {
        add(depth, 1);
    }

    /**
     * Counts several I/Os at the same depth, as fio does for the I/Os of a batch.
     *
     * @param depth the queue depth or batch size, at least 0
     * @param events number of events, at least 0
     */
    public void add(int depth, long events) {
        counts[levels ? levelOf(depth) : batchOf(depth)] += events;
        total += events;
    }

    private static int levelOf(int depth) {
        return depth <= 1 ? 0 : Math.min(BUCKETS - 1, log2(depth));
    }

    private static int batchOf(int size) {
        if (size <= 4) {
            return size == 0 ? 0 : 1;
        }
        return Math.min(BUCKETS - 1, log2(size - 1));
    }

    private static int log2(int value) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
    }

    /** fio's bucket names, in order. */
    public List<String> labels() {
        return levels ? LEVELS : BATCHES;
    }

    /** Events in one bucket, 0 to 6. */
    public long countAt(int bucket) {
        return counts[bucket];
    }

    /** All events. */
    public long total() {
        return total;
    }

    /** The share of one bucket in percent; as in fio a bucket that is not empty never shows less than 0.1. */
    public double percentAt(int bucket) {
        if (counts[bucket] == 0) {
            return 0;
        }
        return Math.max(0.1, (double) counts[bucket] / total * 100.0);
    }

    /** Adds all that another map of the same kind has counted. */
    public void merge(DepthMap other) {
        if (levels != other.levels) {
            throw new IllegalArgumentException("levels and batches do not merge");
        }
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }
}
