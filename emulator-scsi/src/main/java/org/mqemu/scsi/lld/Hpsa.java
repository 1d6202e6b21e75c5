package org.mqemu.scsi.lld;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueCommand;

/**
 * The HP Smart Array driver with one submission queue and a reply queue for each CPU, in its lockless form of 2014.
 *
 * <p>Submissions of all CPUs meet at the submission register. The answer comes to the reply queue of the CPU that
 * submitted. Under scsi-mq the block layer's tag is the command index; under the legacy stack the driver takes one
 * from a bitmap of its own.
 */
public final class Hpsa implements LowLevelDriver {
    private final Ref<HbaPort> hba;
    private final CacheLine register;
    private final @Nullable TagMap indexes;
    private final CommandTable commands;
    private final PriceList prices;
    private final List<HpsaInterrupt> interrupts = new ArrayList<>();

    /**
     * Creates the driver.
     *
     * @param hba the adapter
     * @param register the submission register: every write takes the same time, whoever wrote last
     * @param indexes the driver's own command indexes, or null if the block layer's tags serve
     * @param canQueue the number of command indexes
     * @param prices the kernel's price list
     */
    public Hpsa(Ref<HbaPort> hba, CacheLine register, @Nullable TagMap indexes, int canQueue, PriceList prices) {
        this.hba = hba;
        this.register = register;
        this.indexes = indexes;
        this.commands = new CommandTable(canQueue);
        this.prices = prices;
    }

    /**
     * Handles the interrupts of a reply queue's vector.
     *
     * @param vector the vector's number
     * @param replyQueue the reply queue
     * @param cpu the CPU that the vector interrupts
     * @param midLayer the mid-layer
     */
    public void handle(int vector, ReplyQueue replyQueue, Cpu cpu, MidLayer midLayer) {
        HpsaInterrupt interrupt =
                new HpsaInterrupt(replyQueue, commands, indexes, midLayer.newScsiDone(cpu.hardirqContext()), prices);
        cpu.handleInterrupt(vector, interrupt.entry());
        interrupts.add(interrupt);
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return new HpsaQueueCommand(hba, register, indexes, commands, prices);
    }

    /** Returns the commands answered since the start. */
    public long answered() {
        return interrupts.stream().mapToLong(HpsaInterrupt::answered).sum();
    }
}
