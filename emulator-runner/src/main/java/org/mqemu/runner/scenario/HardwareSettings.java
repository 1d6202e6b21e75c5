package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.devices.drive.Placement;
import org.mqemu.devices.drive.ServiceTime;
import org.mqemu.devices.drive.SsdParameters;
import org.mqemu.devices.fault.LogicalUnit;
import org.mqemu.devices.hba.HbaParameters;
import org.mqemu.devices.volume.StripeMap;
import org.mqemu.scsi.midlayer.HostTags;

/**
 * The hardware behind the host.
 *
 * @param hba the HBA
 * @param irqLatencyNs from a vector to its CPU, in nanoseconds
 * @param driveName the drives' name
 * @param drive a drive
 * @param queueLimit commands that a drive takes at once, 0 for any number
 * @param devices the number of devices
 * @param stripes how a device is made from drives
 */
public record HardwareSettings(
        HbaParameters hba,
        long irqLatencyNs,
        String driveName,
        SsdParameters drive,
        int queueLimit,
        int devices,
        StripeMap stripes) {
    private static final long MAX_NS = 60_000_000_000L;
    private static final long SECTOR = 512;
    private static final long SLOWEST_RATE = 100_000;
    private static final long MAX_BYTES = 1L << 60;

    static HardwareSettings read(Settings root, HostSettings host, DriverSettings driver) {
        Settings hba = root.section("hba");
        Settings volume = root.section("volume");
        int devices = volume.intAt("devices", 1, 4096);
        HbaParameters hbaParameters = new HbaParameters(
                commands(host, driver, devices),
                hba.longAt("request-ns", 0, MAX_NS),
                rate(hba, "bytes-per-second"),
                hba.intAt("overhead-bytes", 0, 1 << 20),
                hba.longAt("submit-latency-ns", 0, MAX_NS),
                hba.longAt("reply-latency-ns", 0, MAX_NS),
                hba.longAt("reset-ns", 0, HbaParameters.MAX_TIME_NS));
        long irqLatencyNs = hba.longAt("irq-latency-ns", 0, 1_000_000_000L);
        Settings drive = root.section("drive");
        SsdParameters ssd = new SsdParameters(
                sectors(drive, "capacity"),
                drive.intAt("channels", 1, SsdParameters.MAX_CHANNELS),
                drive.oneOf("placement", Placement.class),
                Math.toIntExact(sectors(drive, "stripe")),
                service(drive.section("read")),
                service(drive.section("program")),
                drive.longAt("flush-ns", 0, MAX_NS),
                drive.longAt("discard-ns", 0, MAX_NS),
                rate(drive, "channel-bytes-per-second"));
        String name = drive.text("name");
        int chunk = Math.toIntExact(sectors(volume, "chunk"));
        if (chunk > ssd.capacitySectors()) {
            throw volume.problem("chunk", "a chunk is larger than a drive", "it can be the drive's capacity at most");
        }
        StripeMap stripes =
                new StripeMap(volume.intAt("drives", 1, 1024), chunk, ssd.capacitySectors() / chunk * chunk);
        int queueLimit = drive.intAt("queue-limit", 0, LogicalUnit.MAX_QUEUE_LIMIT);
        if (queueLimit > 0 && stripes.members() > 1) {
            throw drive.problem(
                    "queue-limit",
                    "drives of a volume have none: its firmware keeps below it",
                    "set it to 0, or volume.drives to 1");
        }
        return new HardwareSettings(hbaParameters, irqLatencyNs, name, ssd, queueLimit, devices, stripes);
    }

    /** What the HBA holds at once: can_queue commands of each host, or of each of its hardware queues. */
    private static int commands(HostSettings host, DriverSettings driver, int devices) {
        boolean perQueue = host.tags() == HostTags.PER_QUEUE && !driver.sharedTags();
        long queues = perQueue ? driver.map().queues() : 1;
        long hosts = host.driver() == DriverKind.AHCI ? devices : 1;
        return (int) Math.min(HbaParameters.MAX_CAN_QUEUE, hosts * queues * host.canQueue());
    }

    /** A rate so low that one I/O takes hours is a mistake. */
    private static long rate(Settings section, String key) {
        long bytesPerSecond = section.longAt(key, 0, 1L << 40);
        if (bytesPerSecond != 0 && bytesPerSecond < SLOWEST_RATE) {
            throw section.problem(
                    key,
                    bytesPerSecond + " bytes a second is too slow to be meant",
                    "write 0 for no limit, or " + SLOWEST_RATE + " at least");
        }
        return bytesPerSecond;
    }

    private static ServiceTime service(Settings section) {
        return new ServiceTime(
                section.oneOf("shape", ServiceTime.Shape.class), section.longAt("mean-ns", 0, ServiceTime.MAX_MEAN_NS));
    }

    private static long sectors(Settings section, String key) {
        long bytes = section.bytes(key, SECTOR, key.equals("capacity") ? MAX_BYTES : 1L << 40);
        if (bytes % SECTOR != 0) {
            throw section.problem(
                    key, bytes + " bytes are no whole number of sectors", "it must be a multiple of 512 bytes");
        }
        return bytes / SECTOR;
    }
}
