package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqParameters;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.MqCompleteRequest;
import org.mqemu.blkmq.mq.MqEndRequest;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.QueueMap;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.tag.PercpuIdaTags;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;

/** blk-mq with a driver that stops the queue when it has no room and starts it when a request ends, as SCSI does. */
public final class MqStack extends TestStack implements MqDriver {
    private final BlkMq layer;
    private final List<TagSet> tagSets = new ArrayList<>();
    private final List<MqQueue> queues = new ArrayList<>();

    /** Makes it on a host. */
    public MqStack(HostFixture host, StackParameters parameters) {
        this(host, parameters, BlkMqRules.early(true), TestQueue.NO_MERGING, 1);
    }

    /** Makes it on a host, with the rules of a version; CPUs are spread over its hardware queues. */
    public MqStack(
            HostFixture host, StackParameters parameters, BlkMqRules rules, QueueLimits limits, int hardwareQueues) {
        super(host, parameters);
        QueueMap queueMap = QueueMap.spread(host.topology(), hardwareQueues, 0, 0);
        for (int i = 0; i < queueMap.queues(); i++) {
            tagSets.add(newTagSet(i == 0 ? "tags" : "tags" + i));
        }
        layer = new BlkMq(
                host.emulation(),
                host.topology(),
                host.cpus(),
                host.prices(),
                new BlkMqParameters(
                        parameters.rqAffinity(),
                        new LockParameters(LockKind.TICKET, 25),
                        1,
                        1,
                        HostFixture.IPI_LATENCY_NS,
                        limits,
                        rules));
        layer.connect(this);
        for (Disk disk : disks()) {
            queues.add(layer.newQueue(disk, tagSets, queueMap));
        }
        for (Cpu cpu : host.cpus()) {
            MqCompleteRequest complete = layer.newCompleteRequest(cpu.hardirqContext());
            cpu.handleInterrupt(TestDevice.VECTOR, cx -> {
                Request request = device.poll(cx.cpuNumber());
                if (request == null) {
                    throw new IllegalStateException("an interrupt without a reply");
                }
                request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
                return complete.begin(request);
            });
        }
    }

    private TagSet newTagSet(String name) {
        boolean concurrent = host.emulation().concurrent();
        TagMap map = parameters.percpuIda()
                ? new PercpuIdaTags(name, parameters.requests(), host.topology(), concurrent)
                : new SbitmapTags(name, parameters.requests(), host.topology(), concurrent);
        SharedTags tags = new SharedTags(
                name,
                map,
                parameters.disks(),
                parameters.fairShare(),
                parameters.wakesPerBatch(),
                host.topology(),
                concurrent);
        return host.emulation().add(name, new TagSet(tags, HostFixture.IPI_LATENCY_NS));
    }

    /** Returns the layer. */
    public BlkMq layer() {
        return layer;
    }

    /** Returns the tag set of the first hardware queue. */
    public TagSet tagSet() {
        return tagSets.get(0);
    }

    @Override
    public BlockQueue queue(int disk) {
        return queues.get(disk);
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return layer.newSubmitBio(thread);
    }

    @Override
    public long remotelyCompleted() {
        return layer.remotelyCompleted();
    }

    @Override
    public QueueRq newQueueRq(Context cx) {
        return new Queue(parameters.inline() ? layer.newCompleteRequest(cx) : null);
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        MqEndRequest endRequest = layer.newEndRequest();
        return request -> begun -> {
            noteCompleted(begun);
            List<Integer> again = room.leave(request.queue().disk().index());
            return begun.call(endRequest.begin(request), ended -> {
                again.forEach(disk -> layer.startStoppedHwQueues(queues.get(disk), ended));
                return ended.ret();
            });
        };
    }

    private final class Queue implements QueueRq {
        private final @Nullable MqCompleteRequest inline;
        private QueueStatus status = QueueStatus.OK;

        Queue(@Nullable MqCompleteRequest inline) {
            this.inline = inline;
        }

        @Override
        public Step begin(Request request) {
            return cx -> {
                if (!room.admit(request.queue().disk().index())) {
                    status = QueueStatus.BUSY;
                    ((MqQueue) request.queue()).hardwareQueues().forEach(hctx -> hctx.stop());
                    if (room.hasRoomOrStarves(request.queue().disk().index())) { // a request ended before the stop
                        layer.startStoppedHwQueues((MqQueue) request.queue(), cx);
                    }
                    return cx.ret();
                }
                status = QueueStatus.OK;
                noteIssued(request, cx);
                cx.charge(host.work(50));
                return issue(request);
            };
        }

        private Step issue(Request request) {
            MqCompleteRequest complete = inline;
            return cx -> {
                if (complete != null) {
                    request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
                    return complete.begin(request);
                }
                cx.send(device.ref(DevicePort.class), new DevicePort.Issue(request), cx.nowNs());
                return cx.ret();
            };
        }

        @Override
        public QueueStatus status() {
            return status;
        }
    }
}
