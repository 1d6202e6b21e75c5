package org.mqemu.blkmq.block;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a device had at least one request, from G to C: what %util means.
 *
 * <p>Shared by all CPUs; approximate under the real-time clock, where their times differ a little.
 */
final class BusyClock {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong sinceNs = new AtomicLong();
    private final AtomicLong busyNs = new AtomicLong();

    void begins(long nowNs) {
        if (open.getAndIncrement() == 0) {
            sinceNs.set(nowNs);
        }
    }

    void ends(long nowNs) {
        if (open.decrementAndGet() == 0) {
            busyNs.addAndGet(Math.max(0, nowNs - sinceNs.get()));
        }
    }

    /** Returns the busy time up to a moment, in nanoseconds. */
    long upTo(long nowNs) {
        return busyNs.get() + (open.get() > 0 ? Math.max(0, nowNs - sinceNs.get()) : 0);
    }
}
