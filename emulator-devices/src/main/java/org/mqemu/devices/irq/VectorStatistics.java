package org.mqemu.devices.irq;

/**
 * What an interrupt vector has counted.
 *
 * @param interrupts interrupts raised
 * @param replies replies posted to the vector's reply queue
 */
public record VectorStatistics(long interrupts, long replies) {

    /** Returns the sum of two spans. */
    public VectorStatistics plus(VectorStatistics other) {
        return new VectorStatistics(interrupts + other.interrupts, replies + other.replies);
    }

    /** Returns what was counted since an earlier moment. */
    public VectorStatistics since(VectorStatistics earlier) {
        return new VectorStatistics(interrupts - earlier.interrupts, replies - earlier.replies);
    }

    /** Returns the mean number of replies to an interrupt (the coalescing factor), or 0 before the first one. */
    public double repliesPerInterrupt() {
        return interrupts == 0 ? 0 : (double) replies / interrupts;
    }
}
