package org.mqemu.runner.report;

import org.jspecify.annotations.Nullable;

/**
 * The clock of a run.
 *
 * @param name {@code real-time}, {@code paced} or {@code virtual}
 * @param seed seed of all random streams
 * @param emulatedNs emulated ns from start to end
 * @param wall what depends on the wall clock; null under the virtual clock, whose reports are equal in every run
 */
public record ClockReport(
        String name, long seed, long emulatedNs, @Nullable WallReport wall) {
    /**
     * How well the wall clock was followed.
     *
     * @param tdf effective time dilation factor: wall time over emulated time
     * @param wallNs wall ns from start to end
     * @param latenessP50Ns median lateness of a delivery in emulated ns
     * @param latenessP99Ns 99th percentile of the lateness in emulated ns
     * @param latenessMaxNs largest lateness in emulated ns
     * @param inversions deliveries handled after a later one of the same component
     * @param deliveries all deliveries
     */
    public record WallReport(
            double tdf,
            long wallNs,
            long latenessP50Ns,
            long latenessP99Ns,
            long latenessMaxNs,
            long inversions,
            long deliveries) {
        /** Inversions in percent of all deliveries; 0 when there were none. */
        public double inversionPercent() {
            return deliveries == 0 ? 0 : 100.0 * inversions / deliveries;
        }
    }
}
