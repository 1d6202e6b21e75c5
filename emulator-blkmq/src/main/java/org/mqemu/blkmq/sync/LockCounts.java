package org.mqemu.blkmq.sync;

/**
 * What has happened at a lock.
 *
 * @param acquisitions how often it was taken
 * @param contended how often a CPU had to spin for it
 * @param waitNs the time that CPUs spun, hand-off included, in nanoseconds
 * @param holdNs the time that it was held, in nanoseconds
 */
public record LockCounts(long acquisitions, long contended, long waitNs, long holdNs) {
    /** Nothing has happened. */
    public static final LockCounts NONE = new LockCounts(0, 0, 0, 0);

    /** Returns what has happened since an earlier moment. */
    public LockCounts since(LockCounts earlier) {
        return new LockCounts(
                acquisitions - earlier.acquisitions,
                contended - earlier.contended,
                waitNs - earlier.waitNs,
                holdNs - earlier.holdNs);
    }

    /** Returns the sum of two spans. */
    public LockCounts plus(LockCounts other) {
        return new LockCounts(
                acquisitions + other.acquisitions,
                contended + other.contended,
                waitNs + other.waitNs,
                holdNs + other.holdNs);
    }
}
