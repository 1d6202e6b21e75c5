package org.mqemu.blkmq.legacy;

import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.sync.LockParameters;

/**
 * What is set for legacy request queues.
 *
 * @param nrRequests sysfs nr_requests: requests of a queue at once, at least 1
 * @param rqAffinity sysfs rq_affinity: 0 completes where the interrupt is, 1 on a CPU that shares a cache with the
 *     submitter, 2 on the submitter
 * @param locks what a spinlock costs
 * @param queueLockDataLines cache lines that move with the queue_lock
 * @param ipiLatencyNs from sending an inter-processor interrupt to its arrival, in nanoseconds
 * @param limits what requests may grow to
 */
public record LegacyParameters(
        int nrRequests,
        int rqAffinity,
        LockParameters locks,
        int queueLockDataLines,
        long ipiLatencyNs,
        QueueLimits limits) {

    /** Checks the ranges. */
    public LegacyParameters {
        if (nrRequests < 1) {
            throw new IllegalArgumentException("nr_requests must be at least 1: " + nrRequests);
        }
        RqAffinity.check(rqAffinity);
    }
}
