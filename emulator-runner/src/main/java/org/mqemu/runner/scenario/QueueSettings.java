package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.block.QueueLimits;

/**
 * The queues' sysfs settings.
 *
 * @param nrRequests nr_requests of a legacy queue
 * @param rqAffinity rq_affinity
 * @param limits what requests may grow to
 */
public record QueueSettings(int nrRequests, int rqAffinity, QueueLimits limits) {
    private static final int SECTORS_PER_KB = 2;
    private static final int MAX_SECTORS_KB = 1 << 20;

    static QueueSettings read(Settings queue, Stack stack) {
        Scheduler scheduler = queue.oneOf("scheduler", Scheduler.class);
        if (scheduler != Scheduler.DEFAULT && (scheduler == Scheduler.NONE) != (stack == Stack.SCSI_MQ)) {
            throw queue.problem(
                    "scheduler",
                    "the " + (stack == Stack.LEGACY ? "legacy" : "scsi-mq") + " stack does not have this elevator",
                    "it has " + (stack == Stack.LEGACY ? "noop" : "none"));
        }
        QueueLimits limits = new QueueLimits(
                queue.intAt("max-sectors-kb", 4, MAX_SECTORS_KB) * SECTORS_PER_KB,
                queue.intAt("max-segments", 1, 65_535),
                queue.intAt("nomerges", 0, 2));
        return new QueueSettings(queue.intAt("nr-requests", 1, 65_536), queue.intAt("rq-affinity", 0, 2), limits);
    }
}
