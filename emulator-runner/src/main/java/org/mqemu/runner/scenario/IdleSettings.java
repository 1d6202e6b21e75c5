package org.mqemu.runner.scenario;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.Settings;
import org.mqemu.scsi.lld.NullBlk;
import org.mqemu.scsi.lld.ScsiDebugFaults;

/**
 * Refuses what the user chose although it can not act with this driver and stack. Defaults, and what an included file brings
 * along, may stay idle.
 */
final class IdleSettings {
    /** null_blk's parameters; those that have owners of several drivers are not among them. */
    private static final Set<String> OF_NULL_BLK = Set.of(
            "queue_mode",
            "poll_queues",
            "use_per_node_hctx",
            "irqmode",
            "completion_nsec",
            "hw_queue_depth",
            "max_sectors",
            "gb");

    private static final Set<String> OF_SCSI_DEBUG = Set.of("opts", "every_nth", "ndelay");
    private static final Set<String> SIZE_OF_SCSI_DEBUG = Set.of("name", "capacity");

    private final Settings root;
    private final Settings hba;
    private final Settings host;
    private final Settings driver;
    private final Stack stack;
    private final DriverKind kind;
    private final DriverSettings parameters;
    private final Problems problems = new Problems();

    IdleSettings(Settings root, Stack stack, DriverKind kind, DriverSettings parameters) {
        this.root = root;
        this.hba = root.section("hba");
        this.host = root.section("host");
        this.driver = root.section("driver");
        this.stack = stack;
        this.kind = kind;
        this.parameters = parameters;
    }

    /**
     * Looks at all that the user chose.
     *
     * @throws org.mqemu.api.settings.SettingsException with one problem for each key that can not act
     */
    void check() {
        checkParameters();
        if (kind == DriverKind.NULL_BLK) {
            checkNullBlk();
        } else {
            checkQueues();
        }
        if (kind.hba().isPresent()) {
            checkVectors();
        } else {
            refuse(hba, key -> true, "this driver has no HBA", "leave it out, or set host.driver to that of an HBA");
        }
        if (kind == DriverKind.SCSI_DEBUG) {
            checkScsiDebug();
        }
        problems.throwIfAny();
    }

    private void checkParameters() {
        if (kind != DriverKind.NULL_BLK) {
            refuse(driver, OF_NULL_BLK::contains, "it is a parameter of null_blk", "leave it out");
        } else if (parameters.irqMode() != NullBlk.IrqMode.TIMER) {
            refuse(
                    driver,
                    "completion_nsec"::equals,
                    "null_blk waits for a timer with irqmode 2 only",
                    "set driver.irqmode = 2 with it");
        }
        if (kind != DriverKind.SCSI_DEBUG) {
            refuse(driver, OF_SCSI_DEBUG::contains, "it is a parameter of scsi_debug", "leave it out");
        }
    }

    /** Neither SCSI nor hardware. */
    private void checkNullBlk() {
        String what = "null_blk is no SCSI device";
        refuse(
                host,
                key -> !key.equals("driver"),
                what,
                "leave it out; null_blk has driver.hw_queue_depth, driver.submit_queues, driver.shared_tag_bitmap and"
                        + " sysfs io_timeout");
        refuse(root.section("drive"), key -> true, "null_blk has no drive", "leave it out; its size is driver.gb");
        refuse(
                root.section("volume"),
                key -> !key.equals("devices"),
                "null_blk has no drives",
                "leave it out; volume.devices is the number of devices");
    }

    private void checkQueues() {
        String queues = "hw-queues";
        String legacy = "the legacy stack has one queue a device and no hardware queues";
        if (stack == Stack.LEGACY) {
            refuse(host, queues::equals, legacy, "leave it out, or set stack = scsi-mq");
            refuse(host, "tags"::equals, legacy, "leave it out, or set stack = scsi-mq");
            refuse(driver, "cpu_lists"::equals, legacy, "leave it out, or set stack = scsi-mq");
            refuse(driver, "submit_queues"::equals, legacy, "leave it out, or set stack = scsi-mq");
            refuse(driver, "shared_tag_bitmap"::equals, legacy, "leave it out, or set stack = scsi-mq");
            return;
        }
        int there = parameters.map().queues();
        if (kind == DriverKind.SCSI_DEBUG) {
            refuse(host, queues::equals, "it is of HBAs", "set driver.submit_queues");
        } else if (!driver.texts("cpu_lists").isEmpty() && asksForOther(there)) {
            refuse(
                    host,
                    queues::equals,
                    "driver.cpu_lists makes " + there + " hardware queues",
                    "set it to " + there + ", or leave it out");
        }
        if (there == 1) {
            refuse(
                    host,
                    "tags"::equals,
                    "one hardware queue has can-queue tags, nothing is to be shared or split",
                    "leave it out, or set "
                            + (kind == DriverKind.SCSI_DEBUG ? "driver.submit_queues" : "host.hw-queues")
                            + " to more than 1");
        }
    }

    private boolean asksForOther(int there) {
        return host.intAt("hw-queues", 0, Integer.MAX_VALUE) != there;
    }

    private void checkVectors() {
        IrqAffinity affinity = hba.oneOf("irq-affinity", IrqAffinity.class);
        if (affinity != IrqAffinity.HINT_NEAR_FIRST && affinity != IrqAffinity.IRQBALANCE) {
            refuse(
                    hba,
                    "node"::equals,
                    "it decides where vectors go with irq-affinity hint-near-first or irqbalance only",
                    "set hba.irq-affinity to one of these, or leave it out");
        }
        if (kind.pairsQueues()) {
            refuse(
                    hba,
                    "reply-map"::equals,
                    "each hardware queue of this driver has a reply queue of its own",
                    "leave it out; the CPUs of each hardware queue are driver.cpu_lists");
        }
    }

    private void checkScsiDebug() {
        for (String key : List.of("register-write-ns", "errors.task-timeout-ms")) {
            refuse(host, key::equals, "scsi_debug has no hardware", "leave it out");
        }
        refuse(
                root.section("drive"),
                key -> !SIZE_OF_SCSI_DEBUG.contains(key),
                "scsi_debug has no drive, only its capacity",
                "leave it out; how long a command takes is driver.ndelay");
        ScsiDebugFaults faults = parameters.faults();
        if (faults.everyNth() == 0 && faults.strikesEveryNth()) {
            refuse(
                    driver,
                    "opts"::equals,
                    "without every_nth no command is the one that fails",
                    "set driver.every_nth = 100 with it; the bit 2, medium error, needs none");
        } else if (faults.everyNth() > 0 && !faults.strikesEveryNth()) {
            refuse(
                    driver,
                    "every_nth"::equals,
                    "opts has no bit that it is about",
                    "set driver.opts to a sum of 4, 0x10, 0x80 and 0x8000 with it");
        }
    }

    private void refuse(Settings section, Predicate<String> keys, String message, String hint) {
        List<String> idle = section.chosenKeys().stream().filter(keys).toList();
        for (String key : idle) {
            problems.check(() -> {
                throw section.problem(key, "has no effect: " + message, hint);
            });
        }
    }
}
