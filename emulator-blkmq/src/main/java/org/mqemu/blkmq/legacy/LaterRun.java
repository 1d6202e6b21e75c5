package org.mqemu.blkmq.legacy;

import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;

/**
 * When a kworker will run a queue next (delay_work): the memory in front of {@link RequestQueueTimer}, so that a run
 * that is due already is not asked for again. Guarded by the queue_lock.
 */
final class LaterRun {
    private static final long NEVER = Long.MAX_VALUE;

    private final Ref<RunQueuePort> timer;
    private long dueNs = NEVER;

    LaterRun(Ref<RunQueuePort> timer) {
        this.timer = timer;
    }

    /** Has the queue run at a time, at the latest. */
    void at(Context cx, long atNs) {
        if (atNs < dueNs) {
            dueNs = atNs;
            cx.send(timer, new RunQueuePort.RunAt(cx.cpuNumber(), atNs), cx.nowNs());
        }
    }

    /** A kworker runs the queue now; it sees whatever asked for a run before. */
    void begins() {
        dueNs = NEVER;
    }
}
