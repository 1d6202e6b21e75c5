package org.mqemu.api.engine;

/**
 * How late deliveries were, in emulated nanoseconds: handled minus due. The real-time clock does not count its warm-up,
 * unless the run ended in it.
 *
 * @param p50Ns the median
 * @param p99Ns the 99th percentile
 * @param maxNs the largest
 * @param inversions deliveries older than the newest one that their receiver had handled
 * @param deliveries the number of deliveries measured
 */
public record Lateness(long p50Ns, long p99Ns, long maxNs, long inversions, long deliveries) {
    /** No delivery was late. */
    public static final Lateness NONE = new Lateness(0, 0, 0, 0, 0);

    /** The largest 99th percentile of a run whose figures may be trusted, in emulated nanoseconds. */
    public static final long TRUSTED_P99_NS = 1_000;

    /** The largest share of inversions of a run whose figures may be trusted. */
    public static final double TRUSTED_INVERSIONS = 0.04;

    /** Returns whether the run's figures may be trusted. */
    public boolean trusted() {
        return p99Ns <= TRUSTED_P99_NS && inversions <= TRUSTED_INVERSIONS * deliveries;
    }
}
