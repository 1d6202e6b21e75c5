package org.mqemu.blkmq.cpu;

/**
 * The interrupts of one CPU, as /proc/interrupts and /proc/softirqs count them.
 *
 * @param devices interrupts of devices' vectors that it took
 * @param timers timer interrupts that it took (LOC); only those of drivers' timers are emulated
 * @param calls function call IPIs that it took (CAL)
 * @param callsSent function call IPIs that it sent
 * @param reschedules wake-ups of its threads from elsewhere (RES). Caveat: they take no time in hard interrupt here
 * @param softirqs runs of BLOCK_SOFTIRQ (BLOCK)
 * @param handOvers how often a softirq that had run for too long was left to ksoftirqd
 */
public record InterruptCounts(
        long devices, long timers, long calls, long callsSent, long reschedules, long softirqs, long handOvers) {

    /** No interrupt. */
    public static final InterruptCounts NONE = new InterruptCounts(0, 0, 0, 0, 0, 0, 0);

    /** Returns what was counted since an earlier moment. */
    public InterruptCounts since(InterruptCounts earlier) {
        return new InterruptCounts(
                devices - earlier.devices,
                timers - earlier.timers,
                calls - earlier.calls,
                callsSent - earlier.callsSent,
                reschedules - earlier.reschedules,
                softirqs - earlier.softirqs,
                handOvers - earlier.handOvers);
    }

    /** Returns the sum of two spans. */
    public InterruptCounts plus(InterruptCounts other) {
        return new InterruptCounts(
                devices + other.devices,
                timers + other.timers,
                calls + other.calls,
                callsSent + other.callsSent,
                reschedules + other.reschedules,
                softirqs + other.softirqs,
                handOvers + other.handOvers);
    }
}
