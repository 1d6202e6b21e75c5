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
     * Touches what a CPU must touch before it can try to take a tag, as the first thing of a step.
     *
     * @param cx the context
     */
    void approach(Context cx);

    /**
     * Takes a tag; {@link #approach} was called in the step before.
     *
     * @param cx the context
     * @return the tag, or {@link #NONE}
     */
    int take(Context cx);

    /**
     * Touches what a CPU must touch to free a tag, as the first thing of a step.
     *
     * @param cx the context
     * @param tag the tag
     */
    void approachFree(Context cx, int tag);

    /**
     * Frees a tag; {@link #approachFree} was called in the step before.
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
