package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.mqemu.api.stats.WaitCounts;

/**
 * A counted budget: how many commands a host or a device has (host_busy, device_busy) of how many it takes.
 *
 * <p>Guarded by a lock under the legacy stack; an atomic counter on a contended line under scsi-mq.
 */
final class Budget {
    private final String name;
    private final int limit;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();

    Budget(String name, int limit) {
        this.name = name;
        this.limit = limit;
    }

    /** Takes a place, or counts that there is none. */
    boolean take() {
        while (true) {
            int now = busy.get();
            if (now >= limit) {
                rejected.incrementAndGet();
                return false;
            }
            if (busy.compareAndSet(now, now + 1)) {
                taken.incrementAndGet();
                return true;
            }
        }
    }

    /** Counts a place that was asked for where another keeps the places. */
    void counted(boolean got) {
        (got ? taken : rejected).incrementAndGet();
    }

    void give() {
        if (busy.decrementAndGet() < 0) {
            throw new IllegalStateException(name + " falls below 0");
        }
    }

    int busy() {
        return busy.get();
    }

    WaitCounts counts() {
        return new WaitCounts(taken.get(), rejected.get(), 0);
    }
}
