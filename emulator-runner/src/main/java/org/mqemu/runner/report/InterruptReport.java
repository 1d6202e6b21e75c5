package org.mqemu.runner.report;

import java.util.List;

/**
 * Interrupts, as /proc/interrupts and /proc/softirqs count them.
 *
 * @param vectors by vector
 * @param cpus by CPU; those without any are left out
 */
public record InterruptReport(List<InterruptRow> vectors, List<CpuRow> cpus) {
    /** No interrupt. */
    public static final InterruptReport NONE = new InterruptReport(List.of(), List.of());

    /** Copies the lists. */
    public InterruptReport {
        vectors = List.copyOf(vectors);
        cpus = List.copyOf(cpus);
    }

    /**
     * One CPU's.
     *
     * @param cpu its number
     * @param devices of devices' vectors
     * @param timers of timers (LOC)
     * @param calls function call IPIs that it took (CAL)
     * @param callsSent function call IPIs that it sent
     * @param reschedules wake-ups from elsewhere (RES)
     * @param softirqs runs of BLOCK_SOFTIRQ (BLOCK)
     * @param handOvers softirqs left to ksoftirqd
     */
    public record CpuRow(
            int cpu,
            long devices,
            long timers,
            long calls,
            long callsSent,
            long reschedules,
            long softirqs,
            long handOvers) {}
}
