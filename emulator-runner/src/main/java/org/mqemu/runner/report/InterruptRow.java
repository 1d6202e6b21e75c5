package org.mqemu.runner.report;

/**
 * Interrupts of one vector on one CPU.
 *
 * @param vector the vector's name, as in /proc/interrupts
 * @param cpu the CPU that took them
 * @param interrupts how many
 * @param completions I/Os completed by them
 */
public record InterruptRow(String vector, int cpu, long interrupts, long completions) {
    /** Completions per interrupt: how well coalescing works; 0 without interrupts. */
    public double completionsPerInterrupt() {
        return interrupts == 0 ? 0 : (double) completions / interrupts;
    }
}
