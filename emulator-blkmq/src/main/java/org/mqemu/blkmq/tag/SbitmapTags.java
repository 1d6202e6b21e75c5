package org.mqemu.blkmq.tag;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.Topology;

/**
 * A bitmap of tags, its words on cache lines of their own (blk_mq_bitmap_tags of 3.16, sbitmap of 4.9).
 *
 * <p>Each CPU starts at the tag that it freed last, so that CPUs spread over the words. A word that is full is only
 * read; the word in which a free bit is seen is fetched for writing. As in the kernel, words are made smaller if there
 * are few tags, so that there are at least four words.
 */
public final class SbitmapTags implements TagMap {
    private final int depth;
    private final int shift;
    private final AtomicLongArray words;
    private final CacheLine[] lines;
    private final int[] hints;
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * Creates a map of free tags.
     *
     * @param name the name in reports
     * @param depth the number of tags, at least 1
     * @param topology the CPUs
     * @param concurrent whether CPUs run concurrently
     */
    public SbitmapTags(String name, int depth, Topology topology, boolean concurrent) {
        if (depth < 1) {
            throw new IllegalArgumentException("a tag map needs at least 1 tag: " + depth);
        }
        this.depth = depth;
        this.shift = shiftFor(depth);
        int count = (depth + (1 << shift) - 1) >> shift;
        words = new AtomicLongArray(count);
        lines = new CacheLine[count];
        Arrays.setAll(lines, i -> new CacheLine(name + ".word" + i, topology, concurrent));
        hints = new int[topology.cpus()];
        for (int cpu = 0; cpu < hints.length; cpu++) {
            hints[cpu] = (int) ((long) depth * cpu / hints.length);
        }
    }

    /** bt_alloc: 64 bits a word, fewer while there would be fewer than 4 words. */
    private static int shiftFor(int depth) {
        int shift = 6;
        if (depth >= 4) {
            while ((4 << shift) > depth && shift > 0) {
                shift--;
            }
        }
        return shift;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int taken() {
        return taken.get();
    }

    @Override
    public int take(Context cx) {
        int cpu = cx.cpuNumber();
        int first = hints[cpu] >> shift;
        int bit = hints[cpu] & ((1 << shift) - 1);
        long readNs = 0;
        for (int i = 0; i < lines.length; i++) {
            int word = first + i < lines.length ? first + i : first + i - lines.length;
            if (words.get(word) != full(word)) {
                cx.touch(lines[word]);
                cx.stall(readNs);
                return takeFrom(word, i == 0 ? bit : 0, cpu);
            }
            readNs += lines[word].readNs(cpu);
        }
        cx.stall(readNs);
        return NONE;
    }

    private int takeFrom(int word, int bit, int cpu) {
        while (true) {
            long old = words.get(word);
            long free = ~old & full(word);
            if (free == 0) {
                return NONE;
            }
            long ahead = free & (-1L << bit);
            int chosen = Long.numberOfTrailingZeros(ahead != 0 ? ahead : free);
            if (words.compareAndSet(word, old, old | 1L << chosen)) {
                int tag = (word << shift) + chosen;
                hints[cpu] = tag + 1 < depth ? tag + 1 : 0;
                taken.incrementAndGet();
                return tag;
            }
        }
    }

    /** Returns the word that a tag lies in. */
    int wordOf(int tag) {
        return tag >> shift;
    }

    private long full(int word) {
        int bits = Math.min(1 << shift, depth - (word << shift));
        return bits == 64 ? -1L : (1L << bits) - 1;
    }

    @Override
    public boolean free(Context cx, int tag) {
        int word = tag >> shift;
        cx.touch(lines[word]);
        long bit = 1L << (tag & ((1 << shift) - 1));
        while (true) {
            long old = words.get(word);
            if ((old & bit) == 0) {
                throw new IllegalStateException("tag " + tag + " is freed but not taken");
            }
            if (words.compareAndSet(word, old, old & ~bit)) {
                break;
            }
        }
        taken.decrementAndGet();
        hints[cx.cpuNumber()] = tag;
        return false;
    }

    @Override
    public boolean available(int cpu) {
        return taken.get() < depth;
    }

    @Override
    public boolean wakesByBatch() {
        return true;
    }
}
