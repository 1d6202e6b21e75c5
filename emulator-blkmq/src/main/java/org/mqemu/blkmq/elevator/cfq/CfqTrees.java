package org.mqemu.blkmq.elevator.cfq;

import java.util.EnumMap;
import java.util.Map;

/** The service trees of the one group: three for RT, three for BE, one for IDLE (struct cfq_group). */
final class CfqTrees {
    /** How slowly the average number of busy queues falls (cfq_hist_divisor). */
    private static final int HISTORY = 4;

    private final Map<WorkloadType, CfqServiceTree> rt = trees();
    private final Map<WorkloadType, CfqServiceTree> be = trees();
    private final CfqServiceTree idle = new CfqServiceTree();
    private final Map<WorkloadClass, Integer> average = new EnumMap<>(WorkloadClass.class);

    private static Map<WorkloadType, CfqServiceTree> trees() {
        Map<WorkloadType, CfqServiceTree> trees = new EnumMap<>(WorkloadType.class);
        for (WorkloadType type : WorkloadType.values()) {
            trees.put(type, new CfqServiceTree());
        }
        return trees;
    }

    CfqServiceTree of(WorkloadClass workloadClass, WorkloadType type) {
        if (workloadClass == WorkloadClass.IDLE) {
            return idle;
        }
        return (workloadClass == WorkloadClass.RT ? rt : be).getOrDefault(type, idle);
    }

    CfqServiceTree of(CfqQueue queue) {
        return of(queue.workloadClass, queue.type());
    }

    /** Returns how many queues of a class are busy (cfq_group_busy_queues_wl). */
    int busy(WorkloadClass workloadClass) {
        if (workloadClass == WorkloadClass.IDLE) {
            return idle.count();
        }
        int busy = 0;
        for (WorkloadType type : WorkloadType.values()) {
            busy += of(workloadClass, type).count();
        }
        return busy;
    }

    int busyAsync() {
        return of(WorkloadClass.RT, WorkloadType.ASYNC).count()
                + of(WorkloadClass.BE, WorkloadType.ASYNC).count();
    }

    /** Returns the average number of busy queues without a new sample. */
    int averageBusy(WorkloadClass workloadClass) {
        return average.getOrDefault(workloadClass, 0);
    }

    /** Samples the number of busy queues: the average rises at once and falls slowly (cfq_group_get_avg_queues). */
    int sampleBusy(WorkloadClass workloadClass) {
        int busy = busy(workloadClass);
        int before = averageBusy(workloadClass);
        int now = ((HISTORY - 1) * Math.max(before, busy) + Math.min(before, busy) + HISTORY / 2) / HISTORY;
        average.put(workloadClass, now);
        return now;
    }
}
