package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.scsi.lld.CommandIndexes;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.ScsiHost;
import org.mqemu.scsi.midlayer.ScsiMq;
import org.mqemu.scsi.midlayer.ScsiMqRules;

/** Puts the stack scsi-mq together: blk-mq, the mid-layer, a driver. */
final class ScsiMqMachine {
    private final Kit kit;

    ScsiMqMachine(Kit kit) {
        this.kit = kit;
    }

    void build() {
        Machine machine = kit.machine;
        BlkMqParts parts = new BlkMqParts(kit);
        ScsiParts scsi = new ScsiParts(kit);
        int canQueue = kit.scenario.host().canQueue();
        int users = machine.disks.size() / scsi.count();
        List<List<TagSet>> tagSets = new ArrayList<>();
        for (int i = 0; i < scsi.count(); i++) {
            tagSets.add(parts.tagSets("host" + i + ".tags", canQueue, kit.scenario.hostTags(), users));
        }
        List<ScsiHost> hosts = scsi.hosts();
        BlkMq blkMq = parts.blkMq();
        ScsiMq midLayer = new ScsiMq(blkMq, kit.kernel.prices(), rules());
        midLayer.tracks(scsi.tracking());
        DriverParts drivers = new DriverParts(kit);
        int separate = (int) tagSets.get(0).stream().distinct().count();
        LowLevelDriver driver = drivers.driver(CommandIndexes.ofTags(
                hosts.size(), separate, tagSets.get(0).get(0).tags().map().depth()));
        midLayer.connect(driver);
        ErrorParts errors = new ErrorParts(kit);
        hosts.forEach(host -> midLayer.recoverWith(errors.handler(host)));
        blkMq.connect(midLayer);
        for (Disk disk : machine.disks) {
            ScsiHost host = ScsiParts.of(disk, hosts);
            MqQueue queue = parts.queue(blkMq, disk, tagSets.get(host.number()));
            queue.timeoutNs(errors.timeoutNs());
            midLayer.add(scsi.device(disk, host), queue);
        }
        drivers.connect(driver, midLayer);
        parts.watch(blkMq);
    }

    private ScsiMqRules rules() {
        return kit.isEarly()
                ? ScsiMqRules.EARLY
                : new ScsiMqRules(
                        true,
                        kit.kernel.blkMq().rerun() == BlkMqRules.Rerun.EVERY_QUEUE,
                        kit.kernel.scsi().countsHostBusy(),
                        kit.kernel.scsi().budgetMap() ? BlockStatus.OFFLINE : BlockStatus.IOERR);
    }
}
