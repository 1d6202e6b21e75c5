package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.sync.LockParameters;

/**
 * What is set for the queues of blk-mq.
 *
 * @param rqAffinity sysfs rq_affinity: 0 completes where the interrupt is, 1 on a CPU that shares a cache with the
 *     submitter, 2 on the submitter
 * @param locks what a spinlock costs
 * @param ctxDataLines cache lines that move with a software queue's lock
 * @param hctxDataLines cache lines that move with a hardware queue's lock
 * @param schedulerDataLines cache lines that move with a scheduler's lock
 * @param ipiLatencyNs from sending an inter-processor interrupt to its arrival, in nanoseconds
 * @param limits what requests may grow to
 * @param plugsSyncIo whether synchronous I/O, which direct I/O is, waits in the plug (read up to 4.11)
 * @param rules the rules of a generation from 4.12 on, or null for one before
 */
public record BlkMqParameters(
        int rqAffinity,
        LockParameters locks,
        int ctxDataLines,
        int hctxDataLines,
        int schedulerDataLines,
        long ipiLatencyNs,
        QueueLimits limits,
        boolean plugsSyncIo,
        @Nullable MqRules rules) {

    /** Checks the ranges. */
    public BlkMqParameters {
        RqAffinity.check(rqAffinity);
    }

    /** Parameters of a generation before 4.12. */
    public BlkMqParameters(
            int rqAffinity,
            LockParameters locks,
            int ctxDataLines,
            int hctxDataLines,
            long ipiLatencyNs,
            QueueLimits limits,
            boolean plugsSyncIo) {
        this(rqAffinity, locks, ctxDataLines, hctxDataLines, 0, ipiLatencyNs, limits, plugsSyncIo, null);
    }
}
