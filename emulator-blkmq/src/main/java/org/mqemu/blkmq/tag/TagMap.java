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
