package org.mqemu.blkmq.elevator.bfq;

/** How a queue's weight is raised (wr_coeff and its companions). */
final class BfqRaise {
    /** What its weight is multiplied by: 1, 30 (interactive) or 3000 (soft real-time). */
    int coefficient = 1;
    /** How long it is raised (wr_cur_max_time). */
    long maxNs;
    /** When it was raised, or else when its last request came or its last service ended (last_wr_start_finish). */
    long startedNs;
    /** When the interactive period started that a soft real-time one has interrupted. */
    long interactiveStartNs = BfqTime.LONG_AGO_NS;
    /** The sectors that it was served while it was raised. */
    long servedSectors;

    BfqRaise(long nowNs) {
        startedNs = nowNs;
    }

    /** Copies another one. */
    BfqRaise(BfqRaise other) {
        coefficient = other.coefficient;
        maxNs = other.maxNs;
        startedNs = other.startedNs;
        interactiveStartNs = other.interactiveStartNs;
        servedSectors = other.servedSectors;
    }

    /** Takes over another one, but for the sectors served. */
    void set(BfqRaise other) {
        coefficient = other.coefficient;
        maxNs = other.maxNs;
        startedNs = other.startedNs;
        interactiveStartNs = other.interactiveStartNs;
    }

    boolean isRaised() {
        return coefficient > 1;
    }

    boolean isSoftRealTime() {
        return maxNs == BfqRaising.SOFT_RT_NS;
    }
}
