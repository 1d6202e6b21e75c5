package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;

/**
 * The SCSI host.
 *
 * @param driver its low-level driver
 * @param canQueue commands that it takes at once
 * @param queueDepth commands that each device takes at once
 * @param registerWriteNs what a write to the submission register takes, in nanoseconds
 * @param hwQueues hardware queues (nr_hw_queues) of an HBA's host under blk-mq, 0 for one a CPU
 */
public record HostSettings(DriverKind driver, int canQueue, int queueDepth, long registerWriteNs, int hwQueues) {
    private static final int MAX_QUEUE = 1 << 20;

    static HostSettings read(Settings host) {
        return new HostSettings(
                host.oneOf("driver", DriverKind.class),
                host.intAt("can-queue", 1, MAX_QUEUE),
                host.intAt("queue-depth", 1, MAX_QUEUE),
                host.longAt("register-write-ns", 0, 1_000_000),
                host.intAt("hw-queues", 0, 1024));
    }
}
