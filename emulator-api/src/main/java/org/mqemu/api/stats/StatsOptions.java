package org.mqemu.api.stats;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a job keeps besides the plain counts, decided by fio's options.
 *
 * @param latencies kinds with number, extremes, mean and deviation ({@code disable_slat}, {@code disable_clat},
 *     {@code disable_lat})
 * @param percentiles kinds that also have a histogram ({@code slat_percentiles}, {@code clat_percentiles},
 *     {@code lat_percentiles})
 * @param rates whether bandwidth and IOPS are sampled ({@code disable_bw_measurement})
 * @param windowNs length of a sample in emulated ns, at least 1 us ({@code bwavgtime}, {@code iopsavgtime})
 */
public record StatsOptions(Set<LatencyKind> latencies, Set<LatencyKind> percentiles, boolean rates, long windowNs) {
    /** fio's default window: 500 ms. */
    public static final long DEFAULT_WINDOW_NS = 500_000_000;

    /** Copies the sets and checks the window. */
    public StatsOptions {
        latencies = Set.copyOf(latencies);
        percentiles = Set.copyOf(percentiles);
        if (windowNs < 1_000) {
            throw new IllegalArgumentException("windowNs " + windowNs);
        }
    }

    /** fio's defaults: all latencies, percentiles of the completion latency, samples of 500 ms. */
    public static StatsOptions defaults() {
        return new StatsOptions(
                EnumSet.allOf(LatencyKind.class), EnumSet.of(LatencyKind.CLAT), true, DEFAULT_WINDOW_NS);
    }

    /** fio's {@code gtod_reduce=1}: nothing but counts. */
    public static StatsOptions gtodReduce() {
        return new StatsOptions(Set.of(), Set.of(), false, DEFAULT_WINDOW_NS);
    }
}
