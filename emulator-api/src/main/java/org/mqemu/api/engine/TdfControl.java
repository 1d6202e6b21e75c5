package org.mqemu.api.engine;

/**
 * Finds the time dilation factor: each few milliseconds of wall time it looks at the share of deliveries that were
 * late, and lets emulated time run slower if that is above the target and faster if it is below.
 *
 * <p>A share and not the largest lateness: one pre-emption of some milliseconds would rule the latter. Steps are
 * bounded, downwards more than upwards, as lateness costs accuracy and slowness only time.
 */
final class TdfControl {
    /** The factor at the start, while the JVM is cold. */
    static final double FIRST = 200;

    static final double SMALLEST = 10;
    static final double LARGEST = 500;

    private static final double TARGET = 0.01;
    private static final double FLOOR = TARGET / 100;
    private static final double EXPONENT = 0.15;
    private static final double BIGGEST_STEP_UP = 1.25;
    private static final double BIGGEST_STEP_DOWN = 0.9;
    private static final long FEWEST = 100;

    private long seen;
    private long seenLate;

    /**
     * Returns the next factor.
     *
     * @param tdf the factor now
     * @param deliveries deliveries since the start of the run
     * @param late those of them that were late
     */
    double next(double tdf, long deliveries, long late) {
        long fresh = deliveries - seen;
        if (fresh < FEWEST) {
            return tdf;
        }
        double share = (double) (late - seenLate) / fresh;
        seen = deliveries;
        seenLate = late;
        double step = Math.pow(Math.max(share, FLOOR) / TARGET, EXPONENT);
        double bounded = Math.max(BIGGEST_STEP_DOWN, Math.min(BIGGEST_STEP_UP, step));
        return Math.max(SMALLEST, Math.min(LARGEST, tdf * bounded));
    }
}
