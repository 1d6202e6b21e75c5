package org.mqemu.blkmq.sync;

import java.util.concurrent.atomic.AtomicLong;
import org.mqemu.blkmq.topology.Topology;

/**
 * The word of a spinlock in shared memory: next ticket and ticket being served, in one atomic long.
 *
 * <p>A CPU that draws the ticket being served has the lock at once. Any other waits until the {@link SpinLock} actor
 * grants it. The plain fields are guarded by the lock itself: only its holder writes them, and the atomic word
 * publishes them to the next holder.
 */
final class LockWord {
    /** Drawn ticket: the lock was free and is now the caller's. */
    static final int TAKEN = -1;

    private static final long NEXT = 1L << 32;

    private final AtomicLong tickets = new AtomicLong();
    private final Topology topology;
    private final int lines;
    private int lastOwner = -1;
    private int holder = -1;
    private long acquiredNs;
    private long releasedNs;
    private volatile long lastHoldNs;
    private long acquisitions;
    private long contended;
    private long holdNs;

    LockWord(Topology topology, int dataLines) {
        this.topology = topology;
        this.lines = 1 + dataLines;
    }

    /** Draws a ticket: {@link #TAKEN}, or the ticket to wait with. */
    int draw() {
        long old = tickets.getAndAdd(NEXT);
        int mine = (int) (old >>> 32);
        return mine == (int) old ? TAKEN : mine & Integer.MAX_VALUE;
    }

    /**
     * Notes that a CPU has the lock without waiting.
     *
     * @return what it costs to fetch the lock's line and the data it protects, in nanoseconds
     */
    long takenFree(int cpu, long nowNs) {
        long behindNs = Math.min(Math.max(0, releasedNs - nowNs), lastHoldNs); // skew guard
        long costNs = behindNs + fetchNs(lastOwner, cpu);
        hold(cpu, nowNs);
        return costNs;
    }

    void granted(int cpu, long nowNs) {
        contended++;
        hold(cpu, nowNs);
    }

    private void hold(int cpu, long nowNs) {
        if (holder >= 0) {
            throw new IllegalStateException("CPU " + cpu + " takes a lock that CPU " + holder + " holds");
        }
        holder = cpu;
        lastOwner = cpu;
        acquiredNs = nowNs;
        acquisitions++;
    }

    long fetchNs(int from, int to) {
        return lines * topology.transferNs(from, to);
    }

    /** Releases the lock and returns the ticket to be granted, or {@link #TAKEN} if nobody waits. */
    int release(int cpu, long nowNs) {
        if (holder != cpu) {
            throw new IllegalStateException(
                    "CPU " + cpu + " releases a lock that " + (holder < 0 ? "nobody" : "CPU " + holder) + " holds");
        }
        holder = -1;
        lastHoldNs = Math.max(0, nowNs - acquiredNs);
        holdNs += lastHoldNs;
        releasedNs = Math.max(releasedNs, nowNs);
        long served = (int) tickets.get() == -1 ? 1 - NEXT : 1; // no carry into the next ticket
        long now = tickets.addAndGet(served);
        return (int) (now >>> 32) == (int) now ? TAKEN : (int) now & Integer.MAX_VALUE;
    }

    boolean held() {
        long now = tickets.get();
        return (int) (now >>> 32) != (int) now;
    }

    long acquisitions() {
        return acquisitions;
    }

    long contended() {
        return contended;
    }

    long holdNs() {
        return holdNs;
    }
}
