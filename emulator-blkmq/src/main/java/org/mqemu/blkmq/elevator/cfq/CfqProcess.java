package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.ThinkTime;

/** What CFQ knows of a process on this device (struct cfq_io_cq). */
final class CfqProcess {
    /** How long it thinks between requests that it waits for. */
    final ThinkTime thinkTime;
    /** The queue of the requests that it waits for, its own or a shared one; null until it issues one. */
    @Nullable CfqQueue sync;
    /** The queue that its other requests went to last. */
    @Nullable CfqQueue async;

    CfqProcess(long nowNs) {
        thinkTime = new ThinkTime(nowNs);
    }

    @Nullable CfqQueue queue(boolean isSync) {
        return isSync ? sync : async;
    }
}
