package org.mqemu.blkmq.elevator;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A domain's latencies of one type, in eight buckets that are a quarter of the target wide: four good, four bad.
 *
 * <p>Source: add_latency_sample and calculate_percentile of block/kyber-iosched.c, 6.1. Samples are added on any CPU;
 * percentiles are taken by one at a time.
 */
final class KyberLatencies {
    /** The bucket of the first latencies that miss the target. */
    static final int GOOD_BUCKETS = 4;
    /** Returned instead of a bucket while there are too few samples. */
    static final int NONE = -1;

    private static final int BUCKETS = 8;
    private static final int ENOUGH = 500;
    private static final int PERCENT = 100;

    private final AtomicIntegerArray fresh = new AtomicIntegerArray(BUCKETS);
    private final int[] buckets = new int[BUCKETS];

    /** Adds a sample, in nanoseconds. */
    void add(long latencyNs, long targetNs) {
        fresh.incrementAndGet(bucket(latencyNs, targetNs));
    }

    static int bucket(long latencyNs, long targetNs) {
        if (latencyNs <= 0) {
            return 0;
        }
        long width = Math.max(targetNs / GOOD_BUCKETS, 1);
        return (int) Math.min((latencyNs - 1) / width, BUCKETS - 1L);
    }

    /** Takes the samples in that have been added since. */
    void gather() {
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] += fresh.getAndSet(i, 0);
        }
    }

    /**
     * Returns the bucket that holds a percentile, and forgets the samples, if there are 500 or the patience with fewer
     * is over.
     *
     * @param percentile the percentile
     * @param patience how long the domain waits for samples, common to both types
     * @param nowNs the emulated time
     * @return the bucket, or {@link #NONE}
     */
    int percentile(int percentile, Patience patience, long nowNs) {
        long samples = 0;
        for (int count : buckets) {
            samples += count;
        }
        if (samples == 0 || !patience.enough(samples >= ENOUGH, nowNs)) {
            return NONE;
        }
        long wanted = (samples * percentile + PERCENT - 1) / PERCENT;
        int bucket = 0;
        while (bucket < BUCKETS - 1 && buckets[bucket] < wanted) {
            wanted -= buckets[bucket];
            bucket++;
        }
        Arrays.fill(buckets, 0);
        return bucket;
    }

    /** Waits up to a second for 500 samples (latency_timeout). Types take turns with it, as in the kernel. */
    static final class Patience {
        private static final long LIMIT_NS = 1_000_000_000L;
        private static final long UNSET = Long.MIN_VALUE;

        private long endsNs = UNSET;

        private boolean enough(boolean many, long nowNs) {
            if (endsNs == UNSET) {
                endsNs = nowNs + LIMIT_NS;
            }
            if (!many && endsNs > nowNs) {
                return false;
            }
            endsNs = UNSET;
            return true;
        }
    }
}
