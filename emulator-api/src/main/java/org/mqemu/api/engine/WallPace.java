package org.mqemu.api.engine;

/**
 * Paces the inline clock against the wall: emulated time passes {@code tdf} times slower than the wall's.
 *
 * <p>When the host can not keep up, emulated time stands still (slips) instead of running after the wall: figures do
 * not depend on the pace. With {@code tdf} 0 the factor is found: it falls until the host just keeps up.
 */
final class WallPace implements Pace {
    private static final double FIRST_TDF = 50;
    private static final double SMALLEST_TDF = 1;
    private static final long WINDOW_WALL_NS = 20_000_000;
    private static final long PARK_FROM_NS = 200_000;

    /** The longest sleep, so that a stop is noticed. */
    private static final long LONGEST_PARK_NS = 20_000_000;

    private final Wall wall;
    private final boolean auto;
    private volatile boolean stopped;
    private double tdf;
    private long wallBaseNs;
    private long emulatedBaseNs;
    private long windowStartNs;
    private long waitedNs;

    WallPace(double tdf) {
        this(tdf, Wall.REAL);
    }

    WallPace(double tdf, Wall wall) {
        this.wall = wall;
        auto = tdf == ClockSettings.AUTO;
        this.tdf = auto ? FIRST_TDF : tdf;
    }

    @Override
    public void start() {
        wallBaseNs = wall.nowNs();
        windowStartNs = wallBaseNs;
    }

    @Override
    public void until(long emulatedNs) {
        if (emulatedNs == emulatedBaseNs) {
            return;
        }
        long dueNs = wallBaseNs + Math.round((emulatedNs - emulatedBaseNs) * tdf);
        long wallNs = wall.nowNs();
        long startNs = wallNs;
        while (wallNs < dueNs && !stopped) {
            if (dueNs - wallNs > PARK_FROM_NS) {
                wall.parkNs(Math.min(LONGEST_PARK_NS, dueNs - wallNs - PARK_FROM_NS / 2));
            } else {
                Thread.onSpinWait();
            }
            wallNs = wall.nowNs();
        }
        waitedNs += wallNs - startNs;
        wallBaseNs = wallNs;
        emulatedBaseNs = emulatedNs;
        if (auto && wallNs - windowStartNs > WINDOW_WALL_NS) {
            adapt(wallNs);
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    /** Returns the factor that holds now. */
    double tdf() {
        return tdf;
    }

    /** Aims at a quarter of the wall time spent waiting: the pace is the wall's, with room to keep it. */
    private void adapt(long wallNs) {
        double waited = (double) waitedNs / (wallNs - windowStartNs);
        tdf = Math.max(SMALLEST_TDF, tdf * (waited > 0.25 ? 0.9 : 1.1));
        windowStartNs = wallNs;
        waitedNs = 0;
    }
}
