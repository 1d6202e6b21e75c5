package org.mqemu.blkmq.cpu;

/** Counts the interrupts of one CPU; touched by it only. */
final class InterruptTally {
    private long devices;
    private long timers;
    private long calls;
    private long callsSent;
    private long reschedules;
    private long softirqs;
    private long handOvers;

    void device() {
        devices++;
    }

    void timer() {
        timers++;
    }

    void call() {
        calls++;
    }

    void callSent() {
        callsSent++;
    }

    void reschedule() {
        reschedules++;
    }

    void softirq() {
        softirqs++;
    }

    void handOver() {
        handOvers++;
    }

    InterruptCounts counts() {
        return new InterruptCounts(devices, timers, calls, callsSent, reschedules, softirqs, handOvers);
    }
}
