package org.mqemu.blkmq.block;

/**
 * What a queue knows of its device's cache (blk_queue_flush, since 4.7 blk_queue_write_cache).
 *
 * @param volatileCache whether what was written may be lost until it is flushed (write back)
 * @param fua whether the device takes writes that go to the medium at once
 */
public record WriteCache(boolean volatileCache, boolean fua) {

    /** No volatile cache: what has ended is durable. */
    public static final WriteCache WRITE_THROUGH = new WriteCache(false, false);

    /** A volatile cache on a device without FUA. */
    public static final WriteCache WRITE_BACK = new WriteCache(true, false);

    /** A volatile cache on a device with FUA. */
    public static final WriteCache WRITE_BACK_FUA = new WriteCache(true, true);

    /** Checks that FUA is only said of a cache that needs it, as the kernel does. */
    public WriteCache {
        if (fua && !volatileCache) {
            throw new IllegalArgumentException("a device without a volatile cache needs no FUA");
        }
    }
}
