package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqParameters;
import org.mqemu.blkmq.mq.ElevatorFactory;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.tag.PercpuIdaTags;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.runner.scenario.KernelSettings;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.TagKind;
import org.mqemu.scsi.midlayer.HostTags;

/** Makes what blk-mq is made of: its tag sets and queues. */
final class BlkMqParts {
    private final Kit kit;
    private final Scenario scenario;
    private final KernelSettings kernel;

    BlkMqParts(Kit kit) {
        this.kit = kit;
        this.scenario = kit.scenario;
        this.kernel = kit.kernel;
    }

    BlkMq blkMq() {
        BlkMq blkMq = new BlkMq(
                kit.emulation(),
                kit.topology,
                kit.machine.cpus,
                kernel.prices(),
                new BlkMqParameters(
                        scenario.queue().rqAffinity(),
                        kit.locks,
                        new BlkMqParameters.Lines(
                                kernel.ctxLockLines(),
                                kernel.hctxLockLines(),
                                kernel.schedulerLockLines(),
                                kernel.requestLines()),
                        kit.ipiLatencyNs(),
                        scenario.queue().limits(),
                        kernel.blkMq()),
                kit.isEarly()
                        ? ElevatorFactory.NONE
                        : new MqElevators(
                                kernel.deadlinePriorities(), scenario.queue().rotational()));
        kit.machine.blkMq = blkMq;
        return blkMq;
    }

    /** The driver tags of a host's or a device's hardware queues. */
    List<TagSet> tagSets(String name, int depth, HostTags kind, int users) {
        int queues = scenario.driver().map().queues();
        boolean sharesAll = kind == HostTags.SHARED;
        List<TagSet> sets = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            boolean shared = i > 0 && sharesAll;
            String own = queues == 1 || sharesAll ? name : name + i;
            sets.add(shared ? sets.get(0) : kit.emulation().add(own, tagSet(own, kind.depth(depth, queues), users)));
        }
        sets.stream().distinct().forEach(kit.machine.tagSets::add);
        return sets;
    }

    private TagSet tagSet(String name, int depth, int users) {
        TagMap map = kernel.tagKind() == TagKind.PERCPU_IDA
                ? new PercpuIdaTags(name, depth, kit.topology, kit.concurrent())
                : new SbitmapTags(
                        name,
                        depth,
                        depth,
                        kernel.tagKind() == TagKind.SBITMAP_DEFERRED,
                        kit.topology,
                        kit.concurrent());
        SharedTags shared = new SharedTags(
                name, map, users, kernel.fairShare(), kernel.wakesPerBatch(), kit.topology, kit.concurrent());
        return new TagSet(shared, kit.ipiLatencyNs());
    }

    MqQueue queue(BlkMq blkMq, Disk disk, List<TagSet> tagSets) {
        MqQueue queue = blkMq.newQueue(disk, tagSets, scenario.driver().map());
        queue.writeCache(scenario.queue().writeCache());
        blkMq.prepareSchedulers(queue);
        blkMq.scheduler(queue, scenario.queue().scheduler());
        int nrRequests = scenario.queue().nrRequests();
        if (nrRequests != 0 && !kit.isEarly() && !blkMq.nrRequests(queue, nrRequests)) {
            throw new SettingsException(new Problem(
                    "the scenario",
                    "queue.nr-requests",
                    nrRequests + " is more than " + disk.name() + " can have with " + queue.scheduler(),
                    "without a scheduler it is at most the number of tags, with one 2048; 0 is the kernel's default"));
        }
        blkMq.timeSlice(queue, scenario.queue().timeSliceNs());
        kit.machine.queues.add(queue);
        return queue;
    }

    /** What is made is complete: the report may look at it. */
    void watch(BlkMq blkMq) {
        kit.machine.locks.addAll(blkMq.locks());
        blkMq.lines().forEach(kit.machine.probe::watch);
    }
}
