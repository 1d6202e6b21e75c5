package org.mqemu.runner.run;

import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.runner.scenario.DriverSettings;
import org.mqemu.scsi.lld.NullBlk;

/** Puts null_blk together: blk-mq with a driver of its own, and no hardware. */
final class NullBlkMachine {
    private final Kit kit;

    NullBlkMachine(Kit kit) {
        this.kit = kit;
    }

    void build() {
        BlkMqParts parts = new BlkMqParts(kit);
        BlkMq blkMq = parts.blkMq();
        DriverSettings driver = kit.scenario.driver();
        blkMq.connect(
                new NullBlk(blkMq, driver.irqMode(), driver.completionNs(), driver.loseEvery(), kit.kernel.prices()));
        for (Disk disk : kit.machine.disks) {
            parts.queue(
                    blkMq,
                    disk,
                    parts.tagSets(disk.name() + ".tags", driver.hwQueueDepth(), kit.scenario.hostTags(), 1));
        }
        parts.watch(blkMq);
    }
}
