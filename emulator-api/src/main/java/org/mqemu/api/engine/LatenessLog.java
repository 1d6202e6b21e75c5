package org.mqemu.api.engine;

import java.util.Arrays;

/**
 * Counts how late deliveries were, in buckets an eighth of an octave wide (12 % at most).
 *
 * <p>Not an HdrHistogram: each component has one of its own, so that counting needs no atomics, and there are
 * thousands of components. Not thread-safe.
 */
final class LatenessLog {
    private static final int SUB_BITS = 3;
    private static final int SUB = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB;

    private long[] counts = new long[8 * SUB];
    private long deliveries;
    private long inversions;
    private long maxNs;

    /** Counts a delivery; what came before its due time counts as punctual. */
    void add(long lateNs) {
        long late = Math.max(0, lateNs);
        int bucket = bucket(late);
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, Math.min(BUCKETS, (bucket / SUB + 8) * SUB));
        }
        counts[bucket]++;
        deliveries++;
        maxNs = Math.max(maxNs, late);
    }

    /** Counts a delivery that was older than one that its receiver had handled before. */
    void inverted() {
        inversions++;
    }

    /** Returns the number of deliveries counted. */
    long deliveries() {
        return deliveries;
    }

    /** Adds what another log has counted. */
    void merge(LatenessLog other) {
        if (other.counts.length > counts.length) {
            counts = Arrays.copyOf(counts, other.counts.length);
        }
        for (int i = 0; i < other.counts.length; i++) {
            counts[i] += other.counts[i];
        }
        deliveries += other.deliveries;
        inversions += other.inversions;
        maxNs = Math.max(maxNs, other.maxNs);
    }

    /** Returns the figures of the report. */
    Lateness summary() {
        return new Lateness(quantileNs(0.5), quantileNs(0.99), maxNs, inversions, deliveries);
    }

    /** Returns the upper edge of the bucket that the quantile lies in, at most the largest lateness seen. */
    private long quantileNs(double q) {
        long wanted = (long) Math.ceil(q * deliveries);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(maxNs, upperEdgeNs(i));
            }
        }
        return maxNs;
    }

    private static int bucket(long ns) {
        if (ns < SUB) {
            return (int) ns;
        }
        int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(ns);
        return (shift + 1) * SUB + (int) (ns >>> shift) - SUB;
    }

    private static long upperEdgeNs(int bucket) {
        if (bucket < SUB) {
            return bucket;
        }
        int shift = bucket / SUB - 1;
        return ((long) (bucket % SUB + SUB + 1) << shift) - 1;
    }
}
