package org.mqemu.devices.irq;

/**
 * What an interrupt vector has counted since the start of the run.
 *
 * @param interrupts interrupts raised
 * @param replies replies posted to the vector's reply queue
 */
public record VectorStatistics(long interrupts, long replies) {

    /** Returns the mean number of replies to an interrupt (the coalescing factor), or 0 before the first one. */
    public double repliesPerInterrupt() {
        return interrupts == 0 ? 0 : (double) replies / interrupts;
    }
}
