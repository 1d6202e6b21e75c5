package org.mqemu.blkmq.support;

import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.WriteCache;

/** A queue that is only a disk, its limits and its cache. */
public record TestQueue(Disk disk, QueueLimits limits, WriteCache writeCache) implements BlockQueue {
    /** Nothing is merged, and requests may be as large as they like. */
    public static final QueueLimits NO_MERGING = new QueueLimits(1 << 20, 1 << 17, 2);

    public TestQueue(Disk disk) {
        this(disk, NO_MERGING);
    }

    public TestQueue(Disk disk, QueueLimits limits) {
        this(disk, limits, WriteCache.WRITE_THROUGH);
    }
}
