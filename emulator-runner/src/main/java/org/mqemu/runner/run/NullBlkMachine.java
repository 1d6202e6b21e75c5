package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.runner.scenario.DriverSettings;
import org.mqemu.scsi.lld.NullBlk;
import org.mqemu.scsi.lld.NullBlkBio;
import org.mqemu.scsi.lld.NullBlkLegacy;
import org.mqemu.scsi.lld.NullCommands;

/** Puts null_blk together, with the block layer of its queue_mode and no hardware. */
final class NullBlkMachine {
    private final Kit kit;
    private final DriverSettings driver;

    NullBlkMachine(Kit kit) {
        this.kit = kit;
        this.driver = kit.scenario.driver();
    }

    void build() {
        switch (driver.queueMode()) {
            case BIO -> buildBio();
            case RQ -> buildLegacy();
            case MQ -> buildMq();
        }
    }

    private void buildMq() {
        BlkMqParts parts = new BlkMqParts(kit);
        BlkMq blkMq = parts.blkMq();
        blkMq.connect(
                new NullBlk(blkMq, driver.irqMode(), driver.completionNs(), driver.loseEvery(), kit.kernel.prices()));
        List<Disk> disks = kit.machine.disks;
        List<TagSet> shared = driver.sharedSet()
                ? parts.tagSets("null_blk.tags", driver.hwQueueDepth(), kit.scenario.hostTags(), disks.size())
                : new ArrayList<>();
        for (Disk disk : disks) {
            List<TagSet> own = driver.sharedSet()
                    ? shared
                    : parts.tagSets(disk.name() + ".tags", driver.hwQueueDepth(), kit.scenario.hostTags(), 1);
            parts.queue(blkMq, disk, own);
        }
        parts.watch(blkMq);
    }

    private void buildLegacy() {
        LegacyMachine legacy = new LegacyMachine(kit);
        LegacyBlock block = legacy.block();
        NullBlkLegacy nullBlk = new NullBlkLegacy(block, driver.irqMode(), driver.completionNs(), kit.kernel.prices());
        block.connect(nullBlk);
        for (Disk disk : kit.machine.disks) {
            RequestQueue queue = legacy.queue(block, disk);
            nullBlk.add(queue, commands(disk));
        }
        kit.machine.locks.addAll(block.locks());
    }

    private void buildBio() {
        NullBlkBio nullBlk = new NullBlkBio(driver.irqMode(), driver.completionNs(), kit.kernel.prices());
        kit.machine.bioLayer = nullBlk;
        for (Disk disk : kit.machine.disks) {
            kit.machine.queues.add(nullBlk.newQueue(disk, commands(disk)));
        }
    }

    private NullCommands commands(Disk disk) {
        NullCommands commands = new NullCommands(
                disk.name(), driver.submitQueues(), driver.hwQueueDepth(), kit.topology, kit.concurrent());
        commands.lines().forEach(kit.machine.probe::watch);
        kit.machine.probe.watch(disk.name() + Machine.COMMANDS, commands::waits);
        kit.machine.probe.audits(
                (audit, holder) -> audit.mustBeZero(holder, "commands of " + disk.name(), commands.inUse()));
        return commands;
    }
}
