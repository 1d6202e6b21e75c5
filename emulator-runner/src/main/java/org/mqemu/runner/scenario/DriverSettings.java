package org.mqemu.runner.scenario;

import java.util.List;
import java.util.Optional;
import org.mqemu.api.settings.Settings;
import org.mqemu.blkmq.mq.QueueMap;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.scsi.lld.NullBlk;
import org.mqemu.scsi.lld.ScsiDebugFaults;

/**
 * The module parameters of null_blk and scsi_debug, by the names that modprobe knows.
 *
 * @param map which hardware queue serves which CPU
 * @param queueMode queue_mode of null_blk
 * @param submitQueues submit_queues of null_blk, or a queue for each node if use_per_node_hctx is set
 * @param irqMode irqmode of null_blk
 * @param completionNs completion_nsec of null_blk, in nanoseconds
 * @param loseEvery one of so many requests of null_blk is never answered, 0 for none
 * @param hwQueueDepth hw_queue_depth of null_blk: the tags of each hardware queue
 * @param sharedTags shared_tag_bitmap of null_blk, host_max_queue of scsi_debug: whether all hardware queues have one set of
 *     tags
 * @param sharedSet shared_tags of null_blk: whether all devices have one set of tags
 * @param maxSectors the largest request of null_blk, in sectors
 * @param gigabytes the size of a null_blk device, in GiB
 * @param delayNs ndelay of scsi_debug, in nanoseconds
 * @param faults opts and every_nth of scsi_debug
 */
public record DriverSettings(
        QueueMap map,
        NullBlk.QueueMode queueMode,
        int submitQueues,
        NullBlk.IrqMode irqMode,
        long completionNs,
        int loseEvery,
        int hwQueueDepth,
        boolean sharedTags,
        boolean sharedSet,
        int maxSectors,
        int gigabytes,
        long delayNs,
        ScsiDebugFaults faults) {
    private static final int MAX_QUEUES = 1024;
    private static final long MAX_NS = 60_000_000_000L;

    static DriverSettings read(Settings driver, HostSettings host, Topology topology) {
        DriverKind kind = host.driver();
        int submitQueues = driver.intAt("submit_queues", 1, MAX_QUEUES);
        int pollQueues = driver.intAt("poll_queues", 0, MAX_QUEUES);
        boolean perNode = driver.flag("use_per_node_hctx");
        int irqMode = driver.intAt("irqmode", 0, 2);
        DriverSettings settings = new DriverSettings(
                explicitMap(driver, topology).orElseGet(() -> map(host, submitQueues, pollQueues, perNode, topology)),
                NullBlk.QueueMode.values()[driver.intAt("queue_mode", 0, 2)],
                perNode ? topology.nodes() : submitQueues,
                NullBlk.IrqMode.values()[irqMode],
                driver.longAt("completion_nsec", 0, MAX_NS),
                driver.intAt("lose_every", 0, Integer.MAX_VALUE),
                driver.intAt("hw_queue_depth", 1, 10_240),
                driver.flag("shared_tag_bitmap"),
                driver.flag("shared_tags"),
                driver.intAt("max_sectors", 8, 1 << 20),
                driver.intAt("gb", 1, 1 << 20),
                driver.longAt("ndelay", 0, MAX_NS),
                faults(driver));
        checkHomeNode(driver);
        if (kind == DriverKind.NULL_BLK && settings.queueMode() != NullBlk.QueueMode.MQ) {
            checkWithoutBlkMq(driver, settings);
        }
        checkOwners(driver, kind, settings, submitQueues);
        return settings;
    }

    /** A parameter of another driver's module has no effect, which its user should know. */
    private static void checkOwners(Settings driver, DriverKind kind, DriverSettings settings, int submitQueues) {
        boolean scsiDebug = kind == DriverKind.SCSI_DEBUG;
        boolean nullBlk = kind == DriverKind.NULL_BLK;
        if (kind.hba().isPresent() && submitQueues != 1) {
            throw driver.problem(
                    "submit_queues",
                    "it is a parameter of null_blk and scsi_debug",
                    "leave it at 1; the hardware queues of an HBA are host.hw-queues");
        }
        boolean fails = !settings.faults().isNone();
        checkOwner(driver, driver.isChosen("every_nth") ? "every_nth" : "opts", scsiDebug || !fails, "scsi_debug");
        checkOwner(driver, "ndelay", scsiDebug || settings.delayNs() == 0, "scsi_debug");
        checkOwner(driver, "lose_every", nullBlk || settings.loseEvery() == 0, "null_blk");
        checkOwner(driver, "shared_tags", nullBlk || !settings.sharedSet(), "null_blk");
        checkOwner(
                driver,
                "shared_tag_bitmap",
                kind.hba().isEmpty() || !settings.sharedTags(),
                "null_blk and scsi_debug; that of an HBA is host.tags = shared");
    }

    private static void checkOwner(Settings driver, String key, boolean isRight, String owner) {
        if (!isRight) {
            throw driver.problem(key, "it is a parameter of " + owner, "leave it at its default");
        }
    }

    /** What goes wrong in scsi_debug. */
    private static ScsiDebugFaults faults(Settings driver) {
        String text = driver.text("opts");
        int opts;
        try {
            opts = Integer.decode(text);
        } catch (NumberFormatException e) {
            throw driver.problem("opts", "\"" + text + "\" is no number", "write it as 4 or \"0x4\"");
        }
        int unknown = opts & ~ScsiDebugFaults.KNOWN;
        if (unknown != 0) {
            throw driver.problem(
                    "opts",
                    "the bits 0x" + Integer.toHexString(unknown) + " are not emulated",
                    "known are 2 medium error, 4 timeout, 0x10 transport error, 0x80 timeout of reads and writes, 0x8000"
                            + " host busy; 1, 0x200, 0x1000, 0x2000 and 0x4000 have no effect");
        }
        return new ScsiDebugFaults(opts, driver.intAt("every_nth", 0, Integer.MAX_VALUE));
    }

    /** Which CPUs each hardware queue serves, if the scenario says so (cpu_list of sysfs mq/N). */
    private static Optional<QueueMap> explicitMap(Settings driver, Topology topology) {
        List<String> lists = driver.texts("cpu_lists");
        if (lists.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    QueueMap.explicit(lists.stream().map(CpuList::parse).toList(), topology.cpus()));
        } catch (IllegalArgumentException e) {
            throw driver.problem(
                    "cpu_lists", String.valueOf(e.getMessage()), "write each CPU once, such as [\"0-3,8\", \"4-7,9\"]");
        }
    }

    private static void checkHomeNode(Settings driver) {
        if (driver.intAt("home_node", -1, Integer.MAX_VALUE) != -1) {
            throw driver.problem(
                    "home_node",
                    "memory has no home here: a cache line is where it was touched last, so the node changes nothing",
                    "leave it at -1");
        }
    }

    /** What belongs to blk-mq alone. */
    private static void checkWithoutBlkMq(Settings driver, DriverSettings settings) {
        String without = "belongs to queue_mode 2";
        if (settings.sharedTags()) {
            throw driver.problem("shared_tag_bitmap", without, "leave it false");
        } else if (settings.sharedSet()) {
            throw driver.problem("shared_tags", without, "leave it false");
        } else if (settings.loseEvery() != 0) {
            throw driver.problem("lose_every", without + ": nothing else times out here", "set it to 0");
        } else if (!driver.texts("cpu_lists").isEmpty()) {
            throw driver.problem("cpu_lists", without, "set submit_queues");
        }
    }

    private static QueueMap map(
            HostSettings host, int submitQueues, int pollQueues, boolean perNode, Topology topology) {
        int hwQueues = host.hwQueues() == 0 ? topology.cpus() : host.hwQueues();
        return switch (host.driver()) {
            case HPSA, MEGARAID_SAS, MPT3SAS, IB_SRP, AHCI, SCSI_EXPRESS -> QueueMap.spread(topology, hwQueues, 0, 0);
            case SCSI_DEBUG -> QueueMap.spread(topology, submitQueues, 0, 0);
            case NULL_BLK -> QueueMap.spread(topology, perNode ? topology.nodes() : submitQueues, 0, pollQueues);
        };
    }
}
