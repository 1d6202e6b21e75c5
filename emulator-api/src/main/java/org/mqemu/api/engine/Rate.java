package org.mqemu.api.engine;

/**
 * How emulated time follows the wall: from a pair of times that belong together, {@code tdf} times slower.
 *
 * <p>Immutable, so that any thread sees the three numbers of one and the same moment.
 */
final class Rate {
    private final long wallBaseNs;
    private final long emulatedBaseNs;
    private final double tdf;
    private final double perWallNs;

    /**
     * Creates a rate.
     *
     * @param wallBaseNs a wall time
     * @param emulatedBaseNs the emulated time at that moment
     * @param tdf wall nanoseconds per emulated nanosecond
     */
    Rate(long wallBaseNs, long emulatedBaseNs, double tdf) {
        this.wallBaseNs = wallBaseNs;
        this.emulatedBaseNs = emulatedBaseNs;
        this.tdf = tdf;
        this.perWallNs = 1 / tdf;
    }

    /** Returns the emulated time at a wall time. */
    long emulatedNs(long wallNs) {
        return emulatedBaseNs + (long) ((wallNs - wallBaseNs) * perWallNs);
    }

    /** Returns how long an emulated span takes on the wall. */
    long wallNs(long emulatedSpanNs) {
        return (long) Math.ceil(emulatedSpanNs * tdf);
    }

    /** Returns the wall nanoseconds per emulated nanosecond. */
    double tdf() {
        return tdf;
    }
}
