package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;

/** Queues of processes that work close together: they are served one after the other, and made one. */
final class CfqCooperators {
    private final CfqState state;

    CfqCooperators(CfqState state) {
        this.state = state;
    }

    /** Returns a queue whose next request is near to where the disk is, or null (cfq_close_cooperator). */
    @Nullable CfqQueue closeTo(CfqQueue active) {
        if (active.isIdleClass() || !active.sync || active.seeks.isSeeky() || state.roundRobin.busy() == 1) {
            return null;
        }
        CfqQueue close = state.roundRobin.near(active, state.lastPosition);
        if (close == null || !close.sync || close.seeks.isSeeky() || close.isRt() != active.isRt()) {
            return null;
        }
        return close;
    }

    /** Decides that two queues are to become one, as their processes issue their next requests (cfq_setup_merge). */
    void join(CfqQueue queue, CfqQueue close) {
        if (close.processes == 0) {
            return;
        }
        CfqQueue target = close;
        while (target.mergeInto != null) {
            target = target.mergeInto;
            if (target == queue) {
                return;
            }
        }
        if (queue.processes == 0 || target.processes == 0) {
            return;
        }
        if (target.processes >= queue.processes) {
            queue.mergeInto = target;
            target.processes += queue.processes;
        } else {
            target.mergeInto = queue;
            queue.processes += target.processes;
        }
    }
}
