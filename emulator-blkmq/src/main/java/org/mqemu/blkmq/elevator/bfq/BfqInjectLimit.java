package org.mqemu.blkmq.elevator.bfq;

/** How many requests of others may be in flight while the device is kept for a queue, and what it was found from. */
final class BfqInjectLimit {
    /** The limit, 0 or more. */
    int limit;
    /** What a request that finds the queue empty takes from its arrival to its end, without others; 0 if unknown. */
    long baseNs;
    /** When the limit was lowered or reset last (decrease_time_jif). */
    long loweredNs = BfqTime.LONG_AGO_NS;

    void set(BfqInjectLimit other) {
        limit = other.limit;
        baseNs = other.baseNs;
        loweredNs = other.loweredNs;
    }
}
