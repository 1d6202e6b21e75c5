package org.mqemu.devices.irq;

import org.mqemu.devices.Range;

/**
 * How long an HBA holds an interrupt back to announce several replies with it: until so many wait, or until the oldest has
 * waited so long, whichever comes first.
 *
 * @param count how many replies raise an interrupt, from 1 to {@link #MAX_COUNT}; 1: the number does not matter
 * @param ns how long a reply waits at most, in nanoseconds, from 0 to {@link #MAX_NS}; 0: every reply raises one at once
 */
public record Coalescing(int count, long ns) {
    /** The largest number of replies. */
    public static final int MAX_COUNT = 65_536;

    /** The longest time, in nanoseconds. */
    public static final long MAX_NS = 1_000_000_000L;

    /** Every reply raises an interrupt at once. */
    public static final Coalescing OFF = new Coalescing(1, 0);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one lies outside, or if replies would wait for ever
     */
    public Coalescing {
        Range.check("count", count, 1, MAX_COUNT);
        Range.check("ns", ns, 0, MAX_NS);
        if (count > 1 && ns == 0) {
            throw new IllegalArgumentException(
                    "without a time the last replies would wait for ever for others: count " + count + ", 0 ns");
        }
    }

    boolean isOff() {
        return ns == 0;
    }

    boolean isEnough(int waiting) {
        return count > 1 && waiting >= count;
    }
}
