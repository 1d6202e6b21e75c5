package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;

/**
 * The SCSI host.
 *
 * @param driver its low-level driver
 * @param canQueue commands that it takes at once
 * @param queueDepth commands that each device takes at once
 * @param registerWriteNs what a write to the submission register takes, in nanoseconds
 */
public record HostSettings(DriverKind driver, int canQueue, int queueDepth, long registerWriteNs) {
    private static final int MAX_QUEUE = 1 << 20;

    static HostSettings read(Settings host) {
        return new HostSettings(
                host.oneOf("driver", DriverKind.class),
                host.intAt("can-queue", 1, MAX_QUEUE),
                host.intAt("queue-depth", 1, MAX_QUEUE),
                host.longAt("register-write-ns", 0, 1_000_000));
    }
}
