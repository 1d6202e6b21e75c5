package org.mqemu.runner.report;

import org.mqemu.api.stats.SteadyState;

/**
 * What the reported rate rests on.
 *
 * @param warmupNs emulated ns left out at the start
 * @param measuredNs emulated ns the rate is taken from
 * @param relativeHalfWidth half of the rate's 95 % confidence interval over the rate; infinite when unknown
 * @param batches batches it was computed from
 */
public record SteadyReport(long warmupNs, long measuredNs, double relativeHalfWidth, int batches) {
    /** What a model found. */
    public static SteadyReport of(SteadyState state) {
        long binNs = state.rule().binNs();
        return new SteadyReport(
                state.warmupBins() * binNs, state.measuredBins() * binNs, state.relativeHalfWidth(), state.batches());
    }
}
