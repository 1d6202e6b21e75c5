package org.mqemu.blkmq.block;

/** A device's request queue, of either stack, as the layers above and below see it. */
public interface BlockQueue {

    /** Returns the device. */
    Disk disk();

    /** Returns what its requests may grow to. */
    QueueLimits limits();

    /** Returns what is known of the device's cache. */
    default WriteCache writeCache() {
        return WriteCache.WRITE_THROUGH;
    }
}
