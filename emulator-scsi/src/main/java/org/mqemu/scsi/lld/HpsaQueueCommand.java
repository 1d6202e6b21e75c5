package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.ScsiDevice;

/** {@code hpsa_scsi_queue_command}, for one context: a command index, the command, the submission register. */
final class HpsaQueueCommand implements QueueCommand {
    private final Ref<HbaPort> hba;
    private final CacheLine register;
    private final @Nullable TagMap indexes;
    private final CommandTable commands;
    private final Price queuePrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;
    private int serial;

    private final Step takeIndex = this::takeIndex;
    private final Step build = this::build;
    private final Step ring = this::ring;

    HpsaQueueCommand(
            Ref<HbaPort> hba, CacheLine register, @Nullable TagMap indexes, CommandTable commands, PriceList prices) {
        this.hba = hba;
        this.register = register;
        this.indexes = indexes;
        this.commands = commands;
        this.queuePrice = prices.of("hpsa_scsi_queue_command");
    }

    @Override
    public Step begin(ScsiDevice toDevice, Request toQueue) {
        device = toDevice;
        request = toQueue;
        return indexes == null ? build : takeIndex;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no command is being queued");
        }
        return value;
    }

    private Step takeIndex(Context cx) {
        TagMap map = present(indexes);
        int index = map.take(cx);
        if (index == TagMap.NONE) {
            if (map.available(cx.cpuNumber())) {
                return takeIndex; // under real time another CPU may have taken the last index of the word
            }
            throw new IllegalStateException("hpsa has no command index left although the host had a place");
        }
        present(request).driverIndex(index);
        return build(cx);
    }

    private Step build(Context cx) {
        serial = commands.open(present(request).driverIndex(), present(request));
        cx.charge(queuePrice);
        return ring;
    }

    /** The write reaches the HBA when the register has taken it, whatever interrupts the CPU meanwhile. */
    private @Nullable Step ring(Context cx) {
        long writtenNs = cx.nowNs() + cx.touch(register);
        Request sent = present(request);
        HbaCommand command = new HbaCommand(
                sent.driverIndex(),
                serial,
                0,
                present(device).disk().index(),
                sent.op(),
                sent.sector(),
                sent.sectors(),
                cx.cpuNumber());
        request = null;
        device = null;
        cx.send(hba, command, writtenNs);
        return cx.ret();
    }
}
