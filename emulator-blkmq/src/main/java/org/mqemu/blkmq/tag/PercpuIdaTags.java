package org.mqemu.blkmq.tag;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.Topology;

/**
 * Tags by percpu_ida (kernels 3.13 to 3.15, and the scsi-mq tree wip.5): a small stack of free tags for each CPU, a
 * global list behind it, and stealing from other CPUs when that is empty.
 *
 * <p>Source: lib/percpu_ida.c of 3.15. A CPU whose stack is empty moves a batch from the global list; if that is empty
 * it steals another CPU's whole stack, as long as more tags lie in such stacks than half the map. A CPU whose stack is
 * full gives a batch back. Tags cached by others can make a CPU wait although tags are free: that is the behaviour that
 * the bitmap replaced.
 */
public final class PercpuIdaTags implements TagMap {
    private static final int MAX_CACHED = 64; // BLK_MQ_TAG_CACHE_MAX of block/blk-mq-tag.c, 3.13

    private final int depth;
    private final int maxCached;
    private final int batch;
    private final ArrayDeque<Integer> global = new ArrayDeque<>();
    private final ArrayDeque<Integer>[] cached;
    private final CacheLine globalLine;
    private final CacheLine[] cpuLines;
    private final BitSet takenTags = new BitSet();
    private int stealNext;
    private int taken;

    /**
     * Creates a map of free tags.
     *
     * @param name the name in reports
     * @param depth the number of tags, at least 1
     * @param topology the CPUs
     * @param concurrent whether CPUs run concurrently
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public PercpuIdaTags(String name, int depth, Topology topology, boolean concurrent) {
        if (depth < 1) {
            throw new IllegalArgumentException("a tag map needs at least 1 tag: " + depth);
        }
        this.depth = depth;
        int cpus = topology.cpus();
        this.maxCached = Math.max(1, Math.min(MAX_CACHED, depth / cpus));
        this.batch = Math.max(1, maxCached / 2);
        cached = new ArrayDeque[cpus];
        cpuLines = new CacheLine[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            cached[cpu] = new ArrayDeque<>();
            cpuLines[cpu] = new CacheLine(name + ".cpu" + cpu, topology, concurrent);
        }
        globalLine = new CacheLine(name + ".freelist", topology, concurrent);
        for (int tag = 0; tag < depth; tag++) {
            global.add(tag);
        }
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public synchronized int taken() {
        return taken;
    }

    @Override
    public synchronized int take(Context cx) {
        int cpu = cx.cpuNumber();
        ArrayDeque<Integer> mine = cached[cpu];
        cx.touch(mine.isEmpty() ? globalLine : cpuLines[cpu]);
        if (mine.isEmpty()) {
            for (int i = 0; i < batch && !global.isEmpty(); i++) {
                mine.push(global.pop());
            }
            if (mine.isEmpty()) {
                steal(cx, mine, cpu);
            }
        }
        if (mine.isEmpty()) {
            return NONE;
        }
        int tag = mine.pop();
        takenTags.set(tag);
        taken++;
        return tag;
    }

    /** steal_tags: only while the stacks of the CPUs that have free tags may hold more than half of all tags. */
    private void steal(Context cx, ArrayDeque<Integer> mine, int cpu) {
        for (int i = 0; i < cached.length && maySteal(); i++) {
            stealNext = (stealNext + 1) % cached.length;
            ArrayDeque<Integer> victim = cached[stealNext];
            if (stealNext != cpu && !victim.isEmpty()) {
                cx.stall(cpuLines[stealNext].readNs(cpu));
                mine.addAll(victim);
                victim.clear();
                return;
            }
        }
    }

    @Override
    public synchronized boolean free(Context cx, int tag) {
        cx.touch(cpuLines[cx.cpuNumber()]);
        if (!takenTags.get(tag)) {
            throw new IllegalStateException("tag " + tag + " is freed but not taken");
        }
        takenTags.clear(tag);
        taken--;
        ArrayDeque<Integer> mine = cached[cx.cpuNumber()];
        mine.push(tag);
        boolean wakes = mine.size() == 1;
        if (mine.size() >= maxCached) {
            cx.stall(globalLine.readNs(cx.cpuNumber()));
            for (int i = 0; i < batch; i++) {
                global.push(mine.pop());
            }
            wakes = true;
        }
        return wakes;
    }

    private boolean maySteal() {
        int haveFree = 0;
        for (ArrayDeque<Integer> stack : cached) {
            haveFree += stack.isEmpty() ? 0 : 1;
        }
        return (long) haveFree * maxCached > depth / 2;
    }

    @Override
    public synchronized boolean available(int cpu) {
        return !cached[cpu].isEmpty() || !global.isEmpty() || maySteal();
    }

    @Override
    public boolean wakesByBatch() {
        return false;
    }
}
