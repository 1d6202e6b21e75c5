package org.mqemu.devices.fault;

import org.mqemu.devices.Range;

/**
 * A line of a fault script: what happens, and when.
 *
 * @param text the rule as the user wrote it, for reports
 * @param kind what happens
 * @param trigger when
 * @param forNs how long a state lasts, in nanoseconds, {@link #FOREVER} for ever; of no meaning for other faults
 * @param factor how much longer a slow drive needs, at least 1; of no meaning for other faults
 */
public record FaultRule(String text, FaultKind kind, FaultTrigger trigger, long forNs, double factor) {
    /** A time that never comes, in nanoseconds. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** The largest factor. */
    public static final double MAX_FACTOR = 1e4;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter lies outside its range
     */
    public FaultRule {
        Range.check("forNs", forNs, 1, FOREVER);
        if (!(factor >= 1 && factor <= MAX_FACTOR)) {
            throw new IllegalArgumentException("factor must be between 1 and " + MAX_FACTOR + ": " + factor);
        }
    }

    /** Returns whether time alone brings it about. */
    boolean isTimed() {
        return kind.lasts() && !trigger.needsCommand();
    }

    /** Returns when the state ends that begins at a time, in emulated nanoseconds. */
    public long endNs(long beginNs) {
        return forNs > FOREVER - beginNs ? FOREVER : beginNs + forNs;
    }
}
