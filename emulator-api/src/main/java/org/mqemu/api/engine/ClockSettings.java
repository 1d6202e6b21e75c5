package org.mqemu.api.engine;

/**
 * Which clock a run has.
 *
 * @param kind the clock
 * @param tdf the time dilation factor, wall nanoseconds per emulated nanosecond; 0 lets the clock find it. Not used
 *     by the virtual clock
 */
public record ClockSettings(ClockKind kind, double tdf) {
    /** The time dilation factor that the clock finds for itself. */
    public static final double AUTO = 0;

    /** The virtual clock. */
    public static final ClockSettings VIRTUAL = new ClockSettings(ClockKind.VIRTUAL, AUTO);

    /** Checks the factor. */
    public ClockSettings {
        if (!(tdf >= 0 && tdf <= 1e6)) {
            throw new IllegalArgumentException("tdf must be between 0 (auto) and 1e6: " + tdf);
        }
    }
}
