package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority;

/** What BFQ knows of a process on this device (struct bfq_io_cq). */
final class BfqProcess {
    /** The queue of the requests that it waits for, its own or a shared one; null until it issues one. */
    @Nullable BfqQueue sync;
    /** The queue that its other requests went to last. */
    @Nullable BfqQueue async;
    /** Its priority, as of its last request. */
    IoPriority priority;
    /** What its own queue was like before it was merged. */
    @Nullable BfqSaved saved;
    /** The queue that its own is to be merged into for good, unless it turns out to be better alone. */
    @Nullable BfqQueue stableMerge;
    /** Whether it was. */
    boolean stablyMerged;

    BfqProcess(IoPriority priority) {
        this.priority = priority;
    }

    @Nullable BfqQueue queue(boolean isSync) {
        return isSync ? sync : async;
    }
}
