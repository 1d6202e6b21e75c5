package org.mqemu.blkmq.block;

import org.mqemu.blkmq.topology.Topology;

/**
 * sysfs rq_affinity: which CPU completes a request.
 *
 * @param value 0 the one that is interrupted, 1 one that shares a cache with the submitter, 2 the submitter
 * @param topology who shares a cache
 */
public record RqAffinity(int value, Topology topology) {

    /** Checks the range. */
    public RqAffinity {
        check(value);
    }

    /**
     * Checks a value.
     *
     * @param value the value
     * @throws IllegalArgumentException if there is no such value
     */
    public static void check(int value) {
        if (value < 0 || value > 2) {
            throw new IllegalArgumentException("rq_affinity is 0, 1 or 2: " + value);
        }
    }

    /**
     * Returns whether a request may be completed where it is.
     *
     * @param cpu the CPU that the answer has come to
     * @param submitter the CPU that submitted it
     */
    public boolean allows(int cpu, int submitter) {
        return switch (value) {
            case 0 -> true;
            case 1 -> topology.shareCache(cpu, submitter);
            default -> cpu == submitter;
        };
    }
}
