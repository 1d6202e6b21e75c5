package org.mqemu.api.clock;

import java.util.concurrent.locks.LockSupport;

/** The wall clock: the one class that reads it, spins on it and parks on it. */
@SuppressWarnings("ThreadPriorityCheck") // two threads that hand over to each other on two shared cores must yield
public final class WallClock {
    /** How often {@link #relax(int)} spins before it begins to give the core away. */
    private static final int SPINS = 64;

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
     * Parks the calling thread for about that long; it comes back some 50 microseconds late.
     *
     * @param ns how long, in nanoseconds
     */
    public static void parkNs(long ns) {
        LockSupport.parkNanos(ns);
    }

    /**
     * Wakes a thread that is parked, or is about to park.
     *
     * @param thread the thread
     */
    public static void wake(Thread thread) {
        LockSupport.unpark(thread);
    }

    /** Gives the core away to another thread that is ready to run, if there is one. */
    public static void yieldCore() {
        Thread.yield();
    }

    /**
     * Waits a moment in a loop that waits for another thread: spins at first, as the other one mostly answers within
     * a microsecond, and then gives the core away, as the other one may be waiting for this very core.
     *
     * @param turn how often the loop has waited already
     */
    public static void relax(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
