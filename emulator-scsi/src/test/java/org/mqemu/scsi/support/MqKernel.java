package org.mqemu.scsi.support;

import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.mq.PlugRules;
import org.mqemu.scsi.midlayer.ScsiMqRules;

/** Kernels with scsi-mq that differ in how budgets are kept. */
public enum MqKernel {
    /** 3.17: places are taken in queue_rq, queues are stopped. */
    EARLY(BlkMqRules.early(true), ScsiMqRules.EARLY, false),
    /** 4.16: places are taken before, counters, every completion runs the queues. */
    V4_16(rules416(), new ScsiMqRules(true, true, true), false),
    /** 6.1: a bitmap of places, notes of who was turned away, no host_busy. */
    V6_1(BlkMqRules.linux61(), new ScsiMqRules(true, false, false), true);

    private final BlkMqRules blkMq;
    private final ScsiMqRules scsi;
    private final boolean budgetMap;

    MqKernel(BlkMqRules blkMq, ScsiMqRules scsi, boolean budgetMap) {
        this.blkMq = blkMq;
        this.scsi = scsi;
        this.budgetMap = budgetMap;
    }

    private static BlkMqRules rules416() {
        return new BlkMqRules(
                MqGeneration.MODERN,
                new PlugRules(
                        true,
                        PlugRules.MultiQueue.ONE_REQUEST,
                        16,
                        16,
                        128 * 1024,
                        PlugRules.Merge.ANY_REQUEST,
                        PlugRules.Order.BY_SECTOR,
                        0,
                        false),
                BlkMqRules.DirectIssue.SYNC_IN_MULTI_QUEUE,
                BlkMqRules.Dequeue.ONE_WITH_BUDGET,
                BlkMqRules.Rerun.EVERY_QUEUE,
                BlkMqRules.Completion.IN_PLACE,
                BlkMqRules.Completion.IN_PLACE);
    }

    BlkMqRules blkMq() {
        return blkMq;
    }

    ScsiMqRules scsi() {
        return scsi;
    }

    boolean budgetMap() {
        return budgetMap;
    }
}
