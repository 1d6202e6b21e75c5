package org.mqemu.runner.run;

import java.util.List;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyElevators;
import org.mqemu.blkmq.legacy.LegacyParameters;
import org.mqemu.blkmq.legacy.LegacyRules;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.scsi.lld.CommandIndexes;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.ScsiHost;
import org.mqemu.scsi.midlayer.ScsiLegacy;

/** Puts the legacy stack together: request queues, the mid-layer with its host_lock, a driver. */
final class LegacyMachine {
    private static final int BLKDEV_MAX_RQ = 128;

    private final Kit kit;
    private final Scenario scenario;

    LegacyMachine(Kit kit) {
        this.kit = kit;
        this.scenario = kit.scenario;
    }

    void build() {
        Machine machine = kit.machine;
        ScsiParts scsi = new ScsiParts(kit);
        List<ScsiHost> hosts = scsi.hosts();
        LegacyBlock block = block();
        ScsiLegacy midLayer = new ScsiLegacy(block, kit.kernel.prices());
        midLayer.tracks(scsi.tracking());
        DriverParts drivers = new DriverParts(kit);
        LowLevelDriver driver = drivers.driver(CommandIndexes.own(
                new SbitmapTags(
                        "hba0.cmd_pool", hosts.size() * scenario.host().canQueue(), kit.topology, kit.concurrent()),
                hosts.size()));
        midLayer.connect(driver);
        ErrorParts errors = new ErrorParts(kit);
        hosts.forEach(host -> midLayer.recoverWith(errors.handler(host)));
        block.connect(midLayer);
        for (Disk disk : machine.disks) {
            RequestQueue queue = queue(block, disk);
            queue.timeoutNs(errors.timeoutNs());
            midLayer.add(scsi.device(disk, ScsiParts.of(disk, hosts)), queue);
        }
        drivers.connect(driver, midLayer);
        machine.locks.addAll(block.locks());
    }

    /** Makes a device's queue. */
    RequestQueue queue(LegacyBlock block, Disk disk) {
        Machine machine = kit.machine;
        RequestQueue queue = block.newQueue(disk);
        machine.probe.watch(disk.name() + Machine.NR_REQUESTS, queue::waits);
        machine.probe.audits(
                (audit, holder) -> audit.mustBeZero(holder, "requests of " + disk.name(), queue.allocated()));
        machine.queues.add(queue);
        return queue;
    }

    /** Makes the block layer. */
    LegacyBlock block() {
        LegacyBlock block = new LegacyBlock(
                kit.emulation(),
                kit.topology,
                kit.machine.cpus,
                kit.kernel.prices(),
                new LegacyParameters(
                        scenario.queue().nrRequests() == 0
                                ? BLKDEV_MAX_RQ
                                : scenario.queue().nrRequests(),
                        scenario.queue().rqAffinity(),
                        kit.locks,
                        kit.kernel.queueLockLines(),
                        scenario.queue().limits(),
                        scenario.queue().scheduler(),
                        scenario.queue().writeCache(),
                        LegacyRules.V3_15),
                new LegacyElevators(scenario.queue().rotational()));
        kit.machine.legacy = block;
        return block;
    }
}
