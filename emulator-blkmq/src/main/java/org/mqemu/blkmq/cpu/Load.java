package org.mqemu.blkmq.cpu;

/** How much of its core's resources a logical CPU takes from its sibling. */
public enum Load {
    /** Nothing. */
    IDLE,
    /** It spins for a lock: a tight loop with pauses. */
    SPIN,
    /** It runs code. */
    BUSY
}
