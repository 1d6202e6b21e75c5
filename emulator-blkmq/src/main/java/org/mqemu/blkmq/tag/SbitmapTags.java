package org.mqemu.blkmq.tag;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
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
    private final int capacity;
    private final int shift;
    private final AtomicLongArray words;
    private final CacheLine[] lines;
    private final @Nullable AtomicLongArray cleared;
    private final CacheLine[] clearedLines;
    private final int[] hints;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int depth;

    /**
     * Creates a map of free tags.
     *
     * @param name the name in reports
     * @param depth the number of tags, at least 1
     * @param topology the CPUs
     * @param concurrent whether CPUs run concurrently
     */
    public SbitmapTags(String name, int depth, Topology topology, boolean concurrent) {
        this(name, depth, depth, false, topology, concurrent);
    }

    /**
     * Creates a map of free tags.
     *
     * @param name the name in reports
     * @param depth the number of tags, at least 1
     * @param capacity what the number of tags may be raised to
     * @param defersClearing whether freed bits are collected in a word of their own, on a line of its own, until their
     *     word is full (lib/sbitmap.c since 5.0, sbitmap_deferred_clear)
     * @param topology the CPUs
     * @param concurrent whether CPUs run concurrently
     */
    public SbitmapTags(
            String name, int depth, int capacity, boolean defersClearing, Topology topology, boolean concurrent) {
        if (depth < 1 || capacity < depth) {
            throw new IllegalArgumentException(
                    "a tag map needs at least 1 tag and room for all: " + depth + ", " + capacity);
        }
        this.depth = depth;
        this.capacity = capacity;
        this.shift = shiftFor(depth);
        int count = (capacity + (1 << shift) - 1) >> shift;
        words = new AtomicLongArray(count);
        lines = new CacheLine[count];
        Arrays.setAll(lines, i -> new CacheLine(name + ".word" + i, topology, concurrent));
        cleared = defersClearing ? new AtomicLongArray(count) : null;
        clearedLines = new CacheLine[defersClearing ? count : 0];
        Arrays.setAll(clearedLines, i -> new CacheLine(name + ".cleared" + i, topology, concurrent));
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
        int hint = hints[cpu] < depth ? hints[cpu] : 0;
        int used = wordsUsed();
        int first = hint >> shift;
        int bit = hint & ((1 << shift) - 1);
        long readNs = 0;
        for (int i = 0; i < used; i++) {
            int word = first + i < used ? first + i : first + i - used;
            if (hasFree(word) || reclaim(cx, word)) {
                cx.touchNext(lines[word]);
                int tag = takeFrom(word, i == 0 ? bit : 0, cpu);
                if (tag != NONE) { // else another CPU has filled the word meanwhile: the next one
                    cx.stall(readNs);
                    return tag;
                }
            } else {
                readNs += lines[word].readNs(cpu);
            }
        }
        cx.stall(readNs);
        return NONE;
    }

    @Override
    public int takeBatch(Context cx, int most, int[] into) {
        int cpu = cx.cpuNumber();
        int used = wordsUsed();
        int first = (hints[cpu] < depth ? hints[cpu] : 0) >> shift;
        for (int i = 0; i < used; i++) {
            int word = first + i < used ? first + i : first + i - used;
            reclaim(cx, word);
            int start = Long.numberOfTrailingZeros(~words.get(word));
            int bits = Math.min(1 << shift, depth - (word << shift));
            if (start + most <= bits) {
                cx.touchNext(lines[word]);
                int count = takeRun(word, start, most, cpu, into);
                if (count > 0) {
                    return count;
                }
            }
        }
        return 0;
    }

    private int takeRun(int word, int start, int most, int cpu, int[] into) {
        long wanted = (most == Long.SIZE ? -1L : (1L << most) - 1) << start;
        long got = wanted & ~words.getAndAccumulate(word, wanted, (old, mask) -> old | mask);
        int count = 0;
        for (long rest = got; rest != 0; rest &= rest - 1) {
            into[count++] = (word << shift) + Long.numberOfTrailingZeros(rest);
        }
        taken.addAndGet(count);
        if (count > 0) {
            hints[cpu] = into[count - 1] + 1 < depth ? into[count - 1] + 1 : 0;
        }
        return count;
    }

    private int wordsUsed() {
        return (depth + (1 << shift) - 1) >> shift;
    }

    private boolean hasFree(int word) {
        return (~words.get(word) & full(word)) != 0;
    }

    /** sbitmap_deferred_clear: takes the bits that were freed since the word was full last. */
    private boolean reclaim(Context cx, int word) {
        AtomicLongArray freed = cleared;
        if (freed == null || freed.get(word) == 0) {
            return false;
        }
        cx.touchNext(clearedLines[word]);
        long bits = freed.getAndSet(word, 0);
        words.accumulateAndGet(word, bits, (old, mask) -> old & ~mask);
        return hasFree(word);
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
        long bit = 1L << (tag & ((1 << shift) - 1));
        AtomicLongArray deferred = cleared;
        if (deferred != null) {
            cx.touchNext(clearedLines[word]);
            long before = deferred.getAndAccumulate(word, bit, (old, mask) -> old | mask);
            if ((before & bit) != 0 || (words.get(word) & bit) == 0) {
                throw new IllegalStateException("tag " + tag + " is freed but not taken");
            }
        } else {
            clear(cx, word, bit, tag);
        }
        taken.decrementAndGet();
        hints[cx.cpuNumber()] = tag;
        return false;
    }

    private void clear(Context cx, int word, long bit, int tag) {
        cx.touchNext(lines[word]);
        while (true) {
            long old = words.get(word);
            if ((old & bit) == 0) {
                throw new IllegalStateException("tag " + tag + " is freed but not taken");
            }
            if (words.compareAndSet(word, old, old & ~bit)) {
                return;
            }
        }
    }

    @Override
    public void resize(int newDepth) {
        if (newDepth < 1 || newDepth > capacity) {
            throw new IllegalArgumentException("a tag map of " + capacity + " can not have " + newDepth + " tags");
        }
        depth = newDepth;
    }

    @Override
    public int capacity() {
        return capacity;
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
