package org.mqemu.blkmq.tag;

import org.mqemu.blkmq.cpu.Context;

/**
 * A map of free tags in shared memory.
 *
 * <p>Two kinds: {@link SbitmapTags} (bitmap words) and {@link PercpuIdaTags} (a cache of free tags for each CPU).
 * Correct under every clock; a tag that is freed twice is an error.
 */
public interface TagMap {
    /** Returned when no tag was got. */
    int NONE = -1;

    /** Returns the number of tags. */
    int depth();

    /** Returns what the number of tags may be raised to. */
    default int capacity() {
        return depth();
    }

    /**
     * Changes the number of tags (sbitmap_resize); tags beyond it that are taken stay so until they are freed.
     *
     * @param newDepth the number, 1 to {@link #capacity()}
     */
    default void resize(int newDepth) {
        throw new IllegalArgumentException("this kind of tags can not be resized");
    }

    /** Returns the number of tags that are taken. */
    int taken();

    /**
     * Takes a tag, touching what must be touched for it, as the first thing of a step.
     *
     * @param cx the context
     * @return the tag, or {@link #NONE}
     */
    int take(Context cx);

    /**
     * Takes several tags at once, of one word if there is one with so many (sbitmap_queue_get_batch).
     *
     * @param cx the context
     * @param most how many at most, 1 to 64
     * @param into where they are written
     * @return how many were taken; 0 if this kind of map does not do that, or has none
     */
    default int takeBatch(Context cx, int most, int[] into) {
        return 0;
    }

    /**
     * Frees a tag, touching what must be touched for it, as the first thing of a step.
     *
     * @param cx the context
     * @param tag the tag
     * @return whether the map's own rule wakes every sleeper now; maps that leave it to wake batches return false
     */
    boolean free(Context cx, int tag);

    /**
     * Returns whether a CPU would get a tag if it tried now.
     *
     * @param cpu the CPU's number
     */
    boolean available(int cpu);

    /** Returns whether sleepers are woken by batches of freed tags, rather than by the map's own rule. */
    boolean wakesByBatch();
}
