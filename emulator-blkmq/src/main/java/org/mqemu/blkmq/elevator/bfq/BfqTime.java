package org.mqemu.blkmq.elevator.bfq;

/** Times that BFQ's rules are made of. */
final class BfqTime {
    static final long NS_PER_US = 1000;
    static final long MS_NS = 1_000_000;
    /** Before everything (bfq_smallest_from_now). */
    static final long LONG_AGO_NS = Long.MIN_VALUE / 4;

    /** Not for the time being. */
    static final long NEVER_NS = Long.MAX_VALUE;
    /** A jiffy, with HZ=250. */
    static final long JIFFY_NS = 4 * MS_NS;
    /** Less is no thinking (BFQ_MIN_TT). */
    static final long MIN_THINK_NS = 2 * MS_NS;

    private BfqTime() {}
}
