package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.mqemu.api.stats.WaitCounts;

/**
 * A counted budget: how many commands a host, a target or a device has (host_busy, target_busy, device_busy) of how many
 * it takes.
 *
 * <p>Guarded by a lock under the legacy stack; an atomic counter on a contended line under scsi-mq.
 */
final class Budget {
    /** What becomes of a command that asks for a place. */
    enum Answer {
        /** It has one. */
        TAKEN,
        /** There is none, until a command ends. */
        FULL,
        /** It is too early: somebody must ask again. */
        NOT_YET
    }

    private final String name;
    private final Blocked blocked;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private volatile int limit;

    Budget(String name, int limit, Blocked blocked) {
        this.name = name;
        this.limit = limit;
        this.blocked = blocked;
    }

    int limit() {
        return limit;
    }

    /** Changes the limit; what is above it stays until it is given back. */
    void limit(int newLimit) {
        limit = newLimit;
    }

    /** Takes a place, or counts that there is none. */
    boolean take() {
        return ask() == Answer.TAKEN;
    }

    /** Takes a place, or says why there is none. */
    Answer ask() {
        Answer early = blocked.isSet() ? askBlocked(busy.get()) : Answer.TAKEN;
        if (early != Answer.TAKEN) {
            rejected.incrementAndGet();
            return early;
        }
        while (true) {
            int now = busy.get();
            if (now >= limit) {
                rejected.incrementAndGet();
                return Answer.FULL;
            }
            if (busy.compareAndSet(now, now + 1)) {
                taken.incrementAndGet();
                return Answer.TAKEN;
            }
        }
    }

    /**
     * Asks while it is blocked.
     *
     * @param others how many commands there are beside the one that asks
     */
    Answer askBlocked(int others) {
        if (others > 0) {
            return Answer.FULL;
        }
        return blocked.countDown() ? Answer.TAKEN : Answer.NOT_YET;
    }

    /** Counts a place that was asked for where another keeps the places. */
    void counted(boolean got) {
        (got ? taken : rejected).incrementAndGet();
    }

    /** Takes a place even if there is none. */
    void force() {
        busy.incrementAndGet();
        taken.incrementAndGet();
    }

    void give() {
        if (busy.decrementAndGet() < 0) {
            throw new IllegalStateException(name + " falls below 0");
        }
    }

    Blocked blocked() {
        return blocked;
    }

    int busy() {
        return busy.get();
    }

    /** Returns whether whoever asked now would get no place (scsi_host_is_busy, scsi_target_is_busy). */
    boolean isBusy() {
        return busy.get() >= limit || blocked.isSet();
    }

    WaitCounts counts() {
        return new WaitCounts(taken.get(), rejected.get(), 0);
    }
}
