package org.mqemu.blkmq.mq;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The time slice of a hardware queue: while it lasts, only one software queue's requests are dispatched; those of the
 * others stay in theirs, where they can be merged into.
 *
 * <p>From "[RFC PATCH v2] blk-mq: Introduce per sw queue time-slice" (Andreas Herrmann, February 2016, against
 * 4.5-rc2), which was never merged. What is published: the attribute time_slice_us, 0 behaving as without the patch and
 * 250 being the best of those that its author tried; and that his figures are with the "time slice incremented". The
 * patch itself was not at hand, so that these rules are ASSUMED:
 *
 * <ul>
 *   <li>A software queue has requests from when one of its CPU gets a tag to when it is freed.
 *   <li>A slice that has run out while other software queues wait is extended, if its owner has requests then: by
 *       another slice; or if its last one was freed less than a slice ago: to a slice after that. So a thread keeps its
 *       slice over the moment from one synchronous I/O to the next, and no longer.
 *   <li>All extensions together make it 64 slices long at most (16 ms for 250 us), so that nobody starves. The author's
 *       figures for readers of one disk suggest turns of that length.
 *   <li>Then the next software queue round robin that waits has a slice, and a timer of the exact end sees to it.
 *   <li>A slice that has run out while nobody else waits begins anew with its owner's next request.
 * </ul>
 */
final class TimeSlice {
    /** Nobody's requests may be dispatched now. */
    static final int NOBODY = -1;

    /** No timer is needed. */
    static final long NO_TIMER = -1;

    private static final int LONGEST_IN_SLICES = 64;

    /** Requests between getting a tag and being freed, by CPU. */
    private final AtomicIntegerArray requests;

    private volatile long lengthNs;
    private int owner = NOBODY;
    private long beganNs;
    private long endNs;
    private long lastFreedNs;
    private boolean timerArmed;

    TimeSlice(int cpus) {
        requests = new AtomicIntegerArray(cpus);
    }

    /** Sets the length (time_slice_us), in nanoseconds; 0 for no slices. */
    void lengthNs(long ns) {
        lengthNs = ns;
    }

    boolean isOn() {
        return lengthNs > 0;
    }

    /** Counts a request that has got a tag. */
    void got(int cpu) {
        requests.incrementAndGet(cpu);
    }

    /** Counts a request that has lost its tag. */
    void freed(int cpu, long nowNs) {
        requests.decrementAndGet(cpu);
        if (lengthNs > 0) {
            noteFreed(cpu, nowNs);
        }
    }

    private synchronized void noteFreed(int cpu, long nowNs) {
        if (cpu == owner) {
            lastFreedNs = nowNs;
        }
    }

    /**
     * Chooses whose requests are dispatched now.
     *
     * @param hctx the hardware queue
     * @param nowNs the emulated time
     * @return the CPU of a software queue that is marked, or {@link #NOBODY}
     */
    synchronized int choose(Hctx hctx, long nowNs) {
        int next = nextWaiting(hctx);
        if (next == NOBODY) {
            return NOBODY;
        }
        boolean lasts = owner != NOBODY && (nowNs < endNs || (next != owner && extend(nowNs)));
        if (!lasts) {
            owner = next;
            beganNs = nowNs;
            endNs = nowNs + lengthNs;
            lastFreedNs = nowNs;
        }
        return hctx.isPending(owner) ? owner : NOBODY;
    }

    /** Returns who waits next after the owner, the owner itself last. */
    private int nextWaiting(Hctx hctx) {
        int after = hctx.nextPending(owner + 1);
        return after >= 0 ? after : hctx.nextPending(0);
    }

    private boolean extend(long nowNs) {
        long lastNs = beganNs + LONGEST_IN_SLICES * lengthNs;
        long wantedNs = (requests.get(owner) > 0 ? nowNs : lastFreedNs) + lengthNs;
        endNs = Math.max(endNs, Math.min(wantedNs, lastNs));
        return endNs > nowNs;
    }

    /**
     * Returns when a timer must run the queue, because others than the owner wait, or {@link #NO_TIMER}; once that is
     * told, it counts as armed.
     */
    synchronized long timer(Hctx hctx) {
        int next = nextWaiting(hctx);
        if (timerArmed || next == NOBODY || next == owner) {
            return NO_TIMER;
        }
        timerArmed = true;
        return endNs;
    }

    /** The timer has expired. */
    synchronized void timerExpired() {
        timerArmed = false;
    }
}
