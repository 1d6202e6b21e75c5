package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;

/**
 * The queues' sysfs settings.
 *
 * @param nrRequests nr_requests of a legacy queue
 * @param rqAffinity rq_affinity
 */
public record QueueSettings(int nrRequests, int rqAffinity) {

    static QueueSettings read(Settings queue, Stack stack) {
        if (queue.intAt("nomerges", 0, 2) != 2) {
            throw queue.problem("nomerges", "merging is not emulated yet", "2");
        }
        Scheduler scheduler = queue.oneOf("scheduler", Scheduler.class);
        if (scheduler != Scheduler.DEFAULT && (scheduler == Scheduler.NONE) != (stack == Stack.SCSI_MQ)) {
            throw queue.problem(
                    "scheduler",
                    "the " + (stack == Stack.LEGACY ? "legacy" : "scsi-mq") + " stack does not have this elevator",
                    stack == Stack.LEGACY ? "noop" : "none");
        }
        return new QueueSettings(queue.intAt("nr-requests", 1, 65_536), queue.intAt("rq-affinity", 0, 2));
    }
}
