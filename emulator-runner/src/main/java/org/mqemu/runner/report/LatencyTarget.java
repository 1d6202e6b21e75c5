package org.mqemu.runner.report;

/**
 * fio's {@code latency} line.
 *
 * @param targetUs {@code latency_target} in us, 0 without one
 * @param windowUs {@code latency_window} in us, 0 without one
 * @param percentile {@code latency_percentile}, 100 by default
 * @param depth the queue depth in the end
 */
public record LatencyTarget(long targetUs, long windowUs, double percentile, int depth) {
    /** No target at a fixed depth. */
    public static LatencyTarget none(int depth) {
        return new LatencyTarget(0, 0, 100, depth);
    }
}
