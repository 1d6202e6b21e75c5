package org.mqemu.api.stats;

import java.util.Arrays;

/**
 * fio's latency histogram: 29 groups of 64 buckets.
 *
 * <p>Values below 128 ns have a bucket each; above, every power of two is cut into 64 equal buckets, so that a bucket's
 * middle is within 0.8 % of what it holds. Values beyond the last bucket (about 17 s) are counted in it.
 */
public final class FioHistogram {
    /** Number of buckets. */
    public static final int BUCKETS = 29 * 64;

    private static final int BITS = 6;
    private static final int PER_GROUP = 1 << BITS;

    private final long[] counts = new long[BUCKETS];
    private long total;

    /** Receives one non-empty bucket. */
    @FunctionalInterface
    public interface BinConsumer {
        /**
         * Takes one bucket.
         *
         * @param valueNs the bucket's value in ns
         * @param count samples in it, above 0
         */
        void accept(long valueNs, long count);
    }

    /**
     * The bucket that counts a latency.
     *
     * @param ns latency in ns, at least 0
     * @return an index from 0 to {@link #BUCKETS} - 1
     */
    public static int bucketOf(long ns) {
        if (ns < 2 * PER_GROUP) {
            return (int) ns;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(ns) - BITS;
        int index = ((shift + 1) << BITS) + (int) ((ns >>> shift) & (PER_GROUP - 1));
        return Math.min(index, BUCKETS - 1);
    }

    /**
     * The latency a bucket stands for: the middle of its range, in ns.
     *
     * @param bucket an index from 0 to {@link #BUCKETS} - 1
     */
    public static long bucketValue(int bucket) {
        if (bucket < 0 || bucket >= BUCKETS) {
            throw new IndexOutOfBoundsException("bucket " + bucket);
        }
        if (bucket < 2 * PER_GROUP) {
            return bucket;
        }
        int shift = (bucket >> BITS) - 1;
        long low = (long) (PER_GROUP + (bucket & (PER_GROUP - 1))) << shift;
        return low + (1L << (shift - 1));
    }

    /**
     * Counts one latency.
     *
     * @param ns latency in ns, at least 0
     */
    public void record(long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("a latency of " + ns + " ns");
        }
        counts[bucketOf(ns)]++;
        total++;
    }

    /** Number of latencies counted. */
    public long count() {
        return total;
    }

    /**
     * Number of latencies in one bucket.
     *
     * @param bucket an index from 0 to {@link #BUCKETS} - 1
     */
    public long countAt(int bucket) {
        return counts[bucket];
    }

    /** Adds all that another histogram has counted. */
    public void merge(FioHistogram other) {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    /** Forgets everything. */
    public void clear() {
        Arrays.fill(counts, 0);
        total = 0;
    }

    /**
     * The value in ns of the first bucket at which the cumulative count reaches p percent of all samples; 0 when empty.
     */
    public long percentile(Percentile p) {
        long rank = p.rankOf(total);
        long cumulative = 0;
        for (int i = 0; i < BUCKETS && total > 0; i++) {
            cumulative += counts[i];
            if (cumulative >= rank) {
                return bucketValue(i);
            }
        }
        return 0;
    }

    /** {@link #percentile(Percentile)} of decimal text such as {@code 99.950000}. */
    public long percentile(String p) {
        return percentile(Percentile.of(p));
    }

    /** Hands every non-empty bucket to a consumer, in ascending order: fio's json+ {@code bins}. */
    public void forEachBin(BinConsumer consumer) {
        for (int i = 0; i < BUCKETS; i++) {
            if (counts[i] != 0) {
                consumer.accept(bucketValue(i), counts[i]);
            }
        }
    }
}
