package org.mqemu.blkmq.cpu;

/**
 * How long a CPU works on softirqs that are raised again and again before it leaves the rest to ksoftirqd.
 *
 * <p>Source: kernel/softirq.c of 3.15 to 6.1, __do_softirq.
 */
final class SoftirqBudget {
    /** MAX_SOFTIRQ_RESTART. */
    static final int ROUNDS = 10;

    /** MAX_SOFTIRQ_TIME, in nanoseconds. */
    static final long NS = 2_000_000;

    private int rounds;
    private long sinceNs;

    /** The first round begins. */
    void begin(long nowNs) {
        rounds = 1;
        sinceNs = nowNs;
    }

    /** Returns whether another round may begin, and counts it. */
    boolean allowsRound(long nowNs) {
        if (rounds == ROUNDS || nowNs >= sinceNs + NS) {
            return false;
        }
        rounds++;
        return true;
    }
}
