package org.mqemu.api.clock;

import java.util.concurrent.locks.LockSupport;

/** The wall clock: the one class that reads it, spins on it and parks on it. */
public final class WallClock {
    private WallClock() {}

    /** Returns a monotonic wall time, in nanoseconds, with an arbitrary origin. */
    public static long nowNs() {
        return System.nanoTime();
    }

    /** Returns the date, in milliseconds since 1970: for reports' headers only. */
    public static long dateMs() {
        return System.currentTimeMillis();
    }

    /**
     * Parks the calling thread for about that long.
     *
     * @param ns how long, in nanoseconds
     */
    public static void parkNs(long ns) {
        LockSupport.parkNanos(ns);
    }
}
