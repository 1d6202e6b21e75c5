package org.mqemu.blkmq.block;

/**
 * How long a device had at least one request, from G to C: what %util means.
 *
 * <p>Shared by all CPUs; approximate under the real-time clock, where their times differ a little.
 */
final class BusyClock {
    private int open;
    private long sinceNs;
    private long busyNs;

    synchronized void begins(long nowNs) {
        if (open++ == 0) {
            sinceNs = nowNs;
        }
    }

    synchronized void ends(long nowNs) {
        if (--open == 0) {
            busyNs += Math.max(0, nowNs - sinceNs);
        }
    }

    /** Returns the busy time up to a moment, in nanoseconds. */
    synchronized long upTo(long nowNs) {
        return busyNs + (open > 0 ? Math.max(0, nowNs - sinceNs) : 0);
    }
}
