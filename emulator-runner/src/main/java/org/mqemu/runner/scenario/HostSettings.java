package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.scsi.midlayer.HostTags;

/**
 * The SCSI host.
 *
 * @param driver its low-level driver
 * @param canQueue commands that it takes at once
 * @param cmdPerLun commands that a device takes at once of which its driver says nothing
 * @param queueDepth commands that each device takes at once, at first
 * @param tracksQueueDepth whether the driver follows TASK SET FULL with the devices' queue depths
 * @param targets how the devices lie
 * @param registerWriteNs what a write to the submission register takes, in nanoseconds
 * @param hwQueues hardware queues (nr_hw_queues) of an HBA's host under blk-mq, 0 for one a CPU
 * @param errors how errors are handled
 * @param tags how the tags of several hardware queues are made from can_queue
 */
public record HostSettings(
        DriverKind driver,
        int canQueue,
        int cmdPerLun,
        int queueDepth,
        boolean tracksQueueDepth,
        TargetSettings targets,
        long registerWriteNs,
        int hwQueues,
        ErrorSettings errors,
        HostTags tags) {
    private static final int MAX_QUEUE = 1 << 20;
    private static final int NCQ = 32;

    static HostSettings read(Settings host) {
        DriverKind driver = host.oneOf("driver", DriverKind.class);
        int canQueue = host.intAt("can-queue", 1, MAX_QUEUE);
        if (driver == DriverKind.AHCI && canQueue > NCQ) {
            throw host.problem("can-queue", "a SATA port takes " + NCQ + " commands", "set it to " + NCQ + " or less");
        }
        if (driver == DriverKind.AHCI) {
            checkPort(host);
        }
        int cmdPerLun = Math.min(canQueue, host.intAt("cmd-per-lun", 1, MAX_QUEUE));
        int queueDepth = host.intAt("queue-depth", 0, MAX_QUEUE);
        return new HostSettings(
                driver,
                canQueue,
                cmdPerLun,
                queueDepth == 0 ? cmdPerLun : queueDepth,
                host.flag("track-queue-depth"),
                TargetSettings.read(host),
                host.longAt("register-write-ns", 0, 1_000_000),
                host.intAt("hw-queues", 0, 1024),
                ErrorSettings.read(host.section("errors")),
                host.oneOf("tags", HostTags.class));
    }

    /** A port has one command list and, without a port multiplier, one drive. */
    private static void checkPort(Settings host) {
        if (host.intAt("hw-queues", 0, 1024) != 1) {
            throw host.problem("hw-queues", "a SATA port has one command list", "set it to 1");
        } else if (host.intAt("luns-per-target", 1, Integer.MAX_VALUE) != 1) {
            throw host.problem(
                    "luns-per-target", "a SATA drive is one logical unit, on a port of its own", "set it to 1");
        }
    }
}
