package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.sync.LockParameters;

/**
 * What is set for the queues of blk-mq.
 *
 * @param rqAffinity sysfs rq_affinity: 0 completes where the interrupt is, 1 on a CPU that shares a cache with the
 *     submitter, 2 on the submitter
 * @param locks what a spinlock costs
 * @param lines cache lines that move with locks and requests
 * @param ipiLatencyNs from sending an inter-processor interrupt to its arrival, in nanoseconds
 * @param limits what requests may grow to
 * @param rules what differs between the versions
 */
public record BlkMqParameters(
        int rqAffinity, LockParameters locks, Lines lines, long ipiLatencyNs, QueueLimits limits, BlkMqRules rules) {

    /**
     * Cache lines that move from CPU to CPU.
     *
     * @param ctxLock with a software queue's lock
     * @param hctxLock with a hardware queue's lock
     * @param schedulerLock with a scheduler's lock
     * @param request with a request, from the CPU that used its memory last (modern generation)
     */
    public record Lines(int ctxLock, int hctxLock, int schedulerLock, int request) {}

    /**
     * Parameters of a generation without schedulers.
     *
     * @param rqAffinity sysfs rq_affinity
     * @param locks what a spinlock costs
     * @param ctxDataLines cache lines that move with a software queue's lock
     * @param hctxDataLines cache lines that move with a hardware queue's lock
     * @param ipiLatencyNs from sending an inter-processor interrupt to its arrival, in nanoseconds
     * @param limits what requests may grow to
     * @param rules what differs between the versions
     */
    public BlkMqParameters(
            int rqAffinity,
            LockParameters locks,
            int ctxDataLines,
            int hctxDataLines,
            long ipiLatencyNs,
            QueueLimits limits,
            BlkMqRules rules) {
        this(rqAffinity, locks, new Lines(ctxDataLines, hctxDataLines, 0, 0), ipiLatencyNs, limits, rules);
    }

    /** Checks the ranges. */
    public BlkMqParameters {
        RqAffinity.check(rqAffinity);
    }
}
