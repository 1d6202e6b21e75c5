package org.mqemu.api.engine;

/** The three clocks under which one and the same actor code runs. */
public enum ClockKind {
    /** Actors run concurrently; messages are paced against the wall clock, slowed by the time dilation factor. */
    REAL_TIME,
    /** Actors run inline, in order, paced against the wall clock: the same figures in every run. */
    PACED,
    /** Actors run inline, in order, as fast as the host can: the same figures in every run. */
    VIRTUAL
}
