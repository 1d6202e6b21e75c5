package org.mqemu.blkmq.sync;

/**
 * What a spinlock costs.
 *
 * @param kind how it hands over
 * @param invalidationNs what each CPU that goes on spinning adds to a hand-off of a ticket lock, in nanoseconds
 */
public record LockParameters(LockKind kind, long invalidationNs) {

    /** Checks that the cost is not negative. */
    public LockParameters {
        if (invalidationNs < 0) {
            throw new IllegalArgumentException("invalidationNs must not be negative: " + invalidationNs);
        }
    }

    long handOffNs(int remainingSpinners) {
        return kind == LockKind.TICKET ? invalidationNs * remainingSpinners : 0;
    }
}
