package org.mqemu.blkmq.legacy;

import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.sync.LockParameters;

/**
 * What is set for legacy request queues.
 *
 * @param nrRequests sysfs nr_requests: requests of a queue at once, of synchronous I/O and of other I/O each, at least 1
 * @param rqAffinity sysfs rq_affinity: 0 completes where the interrupt is, 1 on a CPU that shares a cache with the
 *     submitter, 2 on the submitter
 * @param locks what a spinlock costs
 * @param queueLockDataLines cache lines that move with the queue_lock
 * @param limits what requests may grow to
 * @param elevator sysfs scheduler: the elevator's name
 * @param writeCache what the devices' caches are like
 * @param rules the kernel's generation
 */
public record LegacyParameters(
        int nrRequests,
        int rqAffinity,
        LockParameters locks,
        int queueLockDataLines,
        QueueLimits limits,
        String elevator,
        WriteCache writeCache,
        LegacyRules rules) {

    /** Checks the ranges. */
    public LegacyParameters {
        if (nrRequests < 1) {
            throw new IllegalArgumentException("nr_requests must be at least 1: " + nrRequests);
        }
        RqAffinity.check(rqAffinity);
    }

    /** Queues of 3.15 with noop, on devices without a volatile cache; see the other constructor. */
    public LegacyParameters(
            int nrRequests, int rqAffinity, LockParameters locks, int queueLockDataLines, QueueLimits limits) {
        this(
                nrRequests,
                rqAffinity,
                locks,
                queueLockDataLines,
                limits,
                "noop",
                WriteCache.WRITE_THROUGH,
                LegacyRules.V3_15);
    }
}
