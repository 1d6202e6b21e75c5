package org.mqemu.api.engine;

import org.mqemu.api.clock.WallClock;

/** The wall as a pace sees it, so that a test can bring one of its own and need not wait. */
interface Wall {
    /** The real one. */
    Wall REAL = new Wall() {
        @Override
        public long nowNs() {
            return WallClock.nowNs();
        }

        @Override
        public void parkNs(long ns) {
            WallClock.parkNs(ns);
        }
    };

    /** Returns a monotonic time, in nanoseconds. */
    long nowNs();

    /** Sleeps for about that long. */
    void parkNs(long ns);
}
