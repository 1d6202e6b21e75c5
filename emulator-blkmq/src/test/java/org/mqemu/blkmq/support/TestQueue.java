package org.mqemu.blkmq.support;

import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;

/** A queue that is only a disk and its limits. */
public record TestQueue(Disk disk, QueueLimits limits) implements BlockQueue {
    /** Nothing is merged, and requests may be as large as they like. */
    public static final QueueLimits NO_MERGING = new QueueLimits(1 << 20, 1 << 17, 2);

    public TestQueue(Disk disk) {
        this(disk, NO_MERGING);
    }
}
