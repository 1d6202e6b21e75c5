package org.mqemu.blkmq.mq;

import java.util.Arrays;
import java.util.List;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.tag.TagSet;

/** A blk-mq request queue: a software queue for each CPU, mapped to hardware queues, over a tag set. */
public final class MqQueue implements BlockQueue {
    private final Disk disk;
    private final QueueLimits limits;
    private final TagSet tagSet;
    private final SoftwareQueue[] software;
    private final Hctx[] hardware;
    private final List<Hctx> hardwareQueues;
    private final int[] map;
    private final Request[] requests;

    MqQueue(Disk disk, QueueLimits limits, TagSet tagSet, SoftwareQueue[] software, Hctx[] hardware, int[] map) {
        this.disk = disk;
        this.limits = limits;
        this.tagSet = tagSet;
        this.software = software;
        this.hardware = hardware;
        this.hardwareQueues = List.of(hardware);
        this.map = map;
        this.requests = new Request[tagSet.tags().map().depth()];
        Arrays.setAll(requests, tag -> new Request(this, tag));
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public QueueLimits limits() {
        return limits;
    }

    TagSet tagSet() {
        return tagSet;
    }

    SoftwareQueue softwareQueue(int cpu) {
        return software[cpu];
    }

    Hctx hctxOf(int cpu) {
        return hardware[map[cpu]];
    }

    /** Returns the hardware queues. */
    public List<Hctx> hardwareQueues() {
        return hardwareQueues;
    }

    Request request(int tag) {
        return requests[tag];
    }
}
