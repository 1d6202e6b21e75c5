package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.ScsiDevice;

/**
 * A driver's queuecommand, for one context: a command index, the command, its buffer's mapping, the submission register.
 */
final class HbaQueueCommand implements QueueCommand {
    private final HbaLink link;
    private final CommandIndexes indexes;
    private final CommandTable commands;
    private final DriverFunctions functions;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;
    private int index;
    private int serial;
    private int queue;

    private final Step takeIndex = this::takeIndex;
    private final Step build = this::build;
    private final Step lockSection = this::lockSection;
    private final Step map = this::map;
    private final Step unlockSection = this::unlockSection;
    private final Step lockQueue = this::lockQueue;
    private final Step ring = this::ring;
    private final Step unlockQueue = this::unlockQueue;

    HbaQueueCommand(HbaLink link, CommandIndexes indexes, CommandTable commands, DriverFunctions functions) {
        this.link = link;
        this.indexes = indexes;
        this.commands = commands;
        this.functions = functions;
    }

    @Override
    public Step begin(ScsiDevice toDevice, Request toQueue) {
        device = toDevice;
        request = toQueue;
        return indexes.own() == null ? build : takeIndex;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no command is being queued");
        }
        return value;
    }

    private Step takeIndex(Context cx) {
        TagMap map = present(indexes.own());
        int taken = map.take(cx);
        if (taken == TagMap.NONE) {
            if (map.available(cx.cpuNumber())) {
                return takeIndex; // under real time another CPU may have taken the last index of the word
            }
            throw new IllegalStateException("the driver has no command index left although the host had a place");
        }
        present(request).driverIndex(taken);
        return build(cx);
    }

    private Step build(Context cx) {
        Request built = present(request);
        index = indexes.of(built, present(device).host().number());
        serial = commands.open(index, built, present(device).address());
        queue = link.queueOf(built);
        functions.chargeSubmit(cx);
        return link.section() == null ? toQueue() : lockSection;
    }

    private @Nullable Step lockSection(Context cx) {
        return cx.lock(present(link.section()).lock(), map);
    }

    private Step map(Context cx) {
        cx.charge(present(link.section()).map());
        return unlockSection;
    }

    private @Nullable Step unlockSection(Context cx) {
        cx.unlock(present(link.section()).lock());
        return link.queues().get(queue).lock() == null ? ring(cx) : lockQueue;
    }

    private Step toQueue() {
        return link.queues().get(queue).lock() == null ? ring : lockQueue;
    }

    private @Nullable Step lockQueue(Context cx) {
        return cx.lock(present(link.queues().get(queue).lock()), ring);
    }

    /** The write reaches the HBA when the register has taken it, whatever interrupts the CPU meanwhile. */
    private @Nullable Step ring(Context cx) {
        SubmissionQueue to = link.queues().get(queue);
        long writtenNs = cx.nowNs() + cx.touchNext(to.register());
        Request sent = present(request);
        HbaCommand command = new HbaCommand(
                index,
                serial,
                queue,
                present(device).disk().index(),
                sent.op(),
                sent.sector(),
                sent.sectors(),
                link.replyQueueOf(queue, cx.cpuNumber()));
        request = null;
        device = null;
        cx.send(link.hba(), command, writtenNs);
        Lock lock = to.lock();
        return lock == null ? cx.ret() : unlockQueue;
    }

    private @Nullable Step unlockQueue(Context cx) {
        cx.unlock(present(link.queues().get(queue).lock()));
        return cx.ret();
    }
}
