package org.mqemu.scsi.lld;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.EhHandler;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.ScsiDevice;

/**
 * A low-level driver of an HBA that takes commands by writes to registers and answers in reply queues in host memory, each
 * behind an interrupt vector.
 *
 * <p>One class for all of them, because they differ in how many submission and reply queues there are, who uses which,
 * what their functions cost and which error handlers they have ({@link HbaDriverKind}, {@link HbaLink},
 * {@link CommandIndexes}), not in what they do.
 */
public final class HbaDriver implements LowLevelDriver {
    private final HbaDriverKind kind;
    private final TaskManagement taskManagement;
    private final HbaLink link;
    private final CommandIndexes indexes;
    private final CommandTable commands;
    private final TaskTable tasks;
    private final PriceList prices;
    private final List<HbaInterrupt> interrupts = new ArrayList<>();

    /**
     * Creates a driver.
     *
     * @param kind which driver
     * @param taskManagement what it does for error handling
     * @param link how it reaches its HBA
     * @param indexes which command index a command has
     * @param prices the kernel's price list, with the driver's functions
     */
    public HbaDriver(
            HbaDriverKind kind, TaskManagement taskManagement, HbaLink link, CommandIndexes indexes, PriceList prices) {
        this.kind = kind;
        this.taskManagement = taskManagement;
        this.link = link;
        this.indexes = indexes;
        this.commands = new CommandTable(indexes.count());
        this.tasks = new TaskTable(indexes.count(), indexes.hosts());
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
        HbaInterrupt interrupt = new HbaInterrupt(
                replyQueue,
                commands,
                tasks,
                indexes.own(),
                midLayer.newScsiDone(cpu.hardirqContext()),
                link.section(),
                new DriverFunctions(kind, prices));
        cpu.handleInterrupt(vector, interrupt.entry());
        interrupts.add(interrupt);
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return new HbaQueueCommand(link, indexes, commands, new DriverFunctions(kind, prices));
    }

    @Override
    public @Nullable EhHandler newEhHandler(TaskKind task, Context thread) {
        return taskManagement.handlers().contains(task)
                ? new HbaEhHandler(
                        task,
                        thread,
                        link,
                        indexes,
                        commands,
                        tasks,
                        new DriverFunctions(kind, prices),
                        new HbaEhHandler.Timeout(prices.of("hrtimer_interrupt"), taskManagement.timeoutNs()))
                : null;
    }

    @Override
    public void gaveUp(Context cx, ScsiDevice device, Request request) {
        int index = indexes.of(request, device.host().number());
        TagMap own = indexes.own();
        CommandTable.Entry entry = commands.find(index, request);
        if (entry != null && commands.close(index, entry) && own != null) {
            own.free(cx, index);
        }
    }

    /** Returns the answers since the start that came too late: error handling had taken their commands back. */
    public long dropped() {
        return interrupts.stream().mapToLong(HbaInterrupt::dropped).sum();
    }

    /** Returns the commands answered since the start. */
    public long answered() {
        return interrupts.stream().mapToLong(HbaInterrupt::answered).sum();
    }
}
