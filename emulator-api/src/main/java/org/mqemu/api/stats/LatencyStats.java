package org.mqemu.api.stats;

import org.jspecify.annotations.Nullable;

/** One kind of latency of one direction: a summary and, when percentiles are wanted, fio's histogram. */
public final class LatencyStats {
    private final boolean kept;
    private final Summary summary = new Summary();
    private final @Nullable FioHistogram histogram;

    LatencyStats(boolean kept, boolean percentiles) {
        this.kept = kept;
        this.histogram = kept && percentiles ? new FioHistogram() : null;
    }

    /**
     * Takes one latency.
     *
     * @param ns latency in ns, at least 0
     */
    public void record(long ns) {
        if (!kept) {
            return;
        }
        summary.record(ns);
        if (histogram != null) {
            histogram.record(ns);
        }
    }

    /** Whether this latency is kept at all. */
    public boolean isKept() {
        return kept;
    }

    /** Number, extremes, mean and deviation in ns; empty when not kept. */
    public Summary summary() {
        return summary;
    }

    /** The histogram, or null when percentiles of this latency are not kept. */
    public @Nullable FioHistogram histogram() {
        return histogram;
    }

    void merge(LatencyStats other) {
        summary.merge(other.summary);
        if (histogram != null && other.histogram != null) {
            histogram.merge(other.histogram);
        }
    }
}
