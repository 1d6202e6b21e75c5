package org.mqemu.blkmq.sync;

import java.util.concurrent.atomic.AtomicLong;
import org.mqemu.blkmq.topology.Topology;

/**
 * A cache line that CPUs really share: a counter, a bitmap word, a list head.
 *
 * <p>Not an actor but one word (free at, owner): ten touches an I/O would triple the message traffic. A touch waits
 * until the line is free, then costs what the distance to the last owner costs, and keeps the line busy so long.
 *
 * <p>Under the real-time clock CPUs touch a line out of their emulated order. A CPU that finds {@code freeAt} left by
 * one that ran ahead must not wait for all of that, or all clocks would ratchet up to the foremost one. So the time of
 * the newest touch is kept, and a CPU whose time is earlier waits at most for the real backlog behind that touch
 * (skew guard).
 */
public final class CacheLine {
    private static final int OWNER_BITS = 16;
    private static final long OWNER_MASK = (1L << OWNER_BITS) - 1;
    private static final long NOBODY = OWNER_MASK;

    private final String name;
    private final Topology topology;
    private final boolean concurrent;
    private final AtomicLong word = new AtomicLong(NOBODY);
    private final AtomicLong newestTouchNs = new AtomicLong();
    private long touches;
    private long transfers;
    private long remoteTransfers;
    private long totalCostNs;

    /**
     * Creates a line that nobody has touched.
     *
     * @param name the line's name in reports
     * @param topology what a transfer costs
     * @param concurrent whether CPUs touch it concurrently
     */
    public CacheLine(String name, Topology topology, boolean concurrent) {
        this.name = name;
        this.topology = topology;
        this.concurrent = concurrent;
    }

    /**
     * Touches the line atomically.
     *
     * @param cpu the CPU
     * @param nowNs the CPU's emulated time, in nanoseconds
     * @return what it costs the CPU, waiting included, in nanoseconds
     */
    public long touch(int cpu, long nowNs) {
        touches++;
        if (concurrent) {
            return touchConcurrently(cpu, nowNs);
        }
        long old = word.getPlain();
        int owner = owner(old);
        long backlogNs = Math.max(0, (old >>> OWNER_BITS) - nowNs);
        long costNs = backlogNs + topology.transferNs(owner, cpu);
        note(owner, cpu, costNs);
        word.setPlain((nowNs + costNs) << OWNER_BITS | cpu);
        return costNs;
    }

    private long touchConcurrently(int cpu, long nowNs) {
        while (true) {
            long old = word.get();
            int owner = owner(old);
            long freeAtNs = old >>> OWNER_BITS;
            long newestNs = newestTouchNs.getAndAccumulate(nowNs, Math::max);
            long backlogNs = Math.max(0, freeAtNs - Math.max(nowNs, newestNs));
            long costNs = backlogNs + topology.transferNs(owner, cpu);
            long nextFreeNs = Math.max(freeAtNs, nowNs + costNs);
            if (word.compareAndSet(old, nextFreeNs << OWNER_BITS | cpu)) {
                note(owner, cpu, costNs);
                return costNs;
            }
        }
    }

    /** Returns what it costs the CPU to read the line where it is, without owning it, in nanoseconds. */
    public long readNs(int cpu) {
        return topology.transferNs(owner(word.getPlain()), cpu);
    }

    private static int owner(long word) {
        long owner = word & OWNER_MASK;
        return owner == NOBODY ? -1 : (int) owner;
    }

    private void note(int owner, int cpu, long costNs) {
        if (owner != cpu) {
            transfers++;
            if (owner >= 0 && !topology.shareCache(owner, cpu)) {
                remoteTransfers++;
            }
        }
        totalCostNs += costNs;
    }

    /** Returns the line's name. */
    public String name() {
        return name;
    }

    /** Returns what has happened since the start; approximate under the real-time clock. */
    public LineCounts counts() {
        return new LineCounts(touches, transfers, remoteTransfers, totalCostNs);
    }
}
