package org.mqemu.scsi.lld;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.scsi.midlayer.EhHandler;
import org.mqemu.scsi.midlayer.ScsiAddress;
import org.mqemu.scsi.midlayer.ScsiDevice;

/**
 * An error handler of a driver, for one thread: asks the HBA for a task management function, sleeps until it answers or the
 * driver has waited long enough, and takes back the commands that the function ended.
 */
final class HbaEhHandler implements EhHandler {
    /**
     * How long the driver waits.
     *
     * @param price what the timer's interrupt costs
     * @param ns the time, in nanoseconds
     */
    record Timeout(Price price, long ns) {}

    private final TaskKind kind;
    private final Context thread;
    private final HbaLink link;
    private final CommandIndexes indexes;
    private final CommandTable commands;
    private final TaskTable tasks;
    private final DriverFunctions functions;
    private final Timeout timeout;
    private final ArrayDeque<Integer> toTakeBack = new ArrayDeque<>();
    private TaskTable.@Nullable Waiting waiting;
    private @Nullable ScsiDevice device;
    private @Nullable Request command;
    private CommandTable.@Nullable Entry aborting;
    private boolean succeeded;

    private final Step start = this::start;
    private final Step ring = this::ring;
    private final Step look = this::look;
    private final Step takeBack = this::takeBack;

    HbaEhHandler(
            TaskKind kind,
            Context thread,
            HbaLink link,
            CommandIndexes indexes,
            CommandTable commands,
            TaskTable tasks,
            DriverFunctions functions,
            Timeout timeout) {
        this.kind = kind;
        this.thread = thread;
        this.link = link;
        this.indexes = indexes;
        this.commands = commands;
        this.tasks = tasks;
        this.functions = functions;
        this.timeout = timeout;
    }

    @Override
    public Step begin(ScsiDevice ofDevice, @Nullable Request toAbort) {
        device = ofDevice;
        command = toAbort;
        succeeded = false;
        return start;
    }

    @Override
    public boolean succeeded() {
        return succeeded;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no error is being handled");
        }
        return value;
    }

    /** Returns the index of the command to abort, or -1. */
    private int abortIndex() {
        Request toAbort = command;
        return toAbort == null ? -1 : indexes.of(toAbort, present(device).host().number());
    }

    private @Nullable Step start(Context cx) {
        CommandTable.Entry entry = kind == TaskKind.ABORT_TASK ? commands.find(abortIndex(), present(command)) : null;
        aborting = entry;
        if (kind == TaskKind.ABORT_TASK && entry == null) {
            succeeded = true; // it has been answered
            return over(cx);
        }
        functions.chargeSubmit(cx);
        return ring;
    }

    private @Nullable Step ring(Context cx) {
        Request toAbort = command;
        int queue = toAbort == null ? 0 : link.queueOf(toAbort);
        long writtenNs = cx.nowNs() + cx.touch(link.queues().get(queue).register());
        int host = present(device).host().number();
        CommandTable.Entry entry = aborting;
        TaskTable.Waiting asked = tasks.open(host, kind, thread);
        waiting = asked;
        cx.send(
                link.hba(),
                new HbaTask(
                        tasks.indexOf(host, kind),
                        TaskTable.serialOf(asked),
                        kind,
                        present(device).disk().index(),
                        abortIndex(),
                        entry == null ? 0 : entry.serial(),
                        link.replyQueueOf(queue, cx.cpuNumber())),
                writtenNs);
        cx.armTimer(
                timeout.price(),
                expired -> {
                    asked.expire(expired);
                    return expired.ret();
                },
                writtenNs + timeout.ns());
        return cx.sleep(false, look);
    }

    private @Nullable Step look(Context cx) {
        TaskTable.Waiting asked = present(waiting);
        CommandStatus answer = asked.answer();
        if (answer == null && !asked.isExpired()) {
            return cx.sleep(false, look);
        }
        tasks.close(present(device).host().number(), kind);
        waiting = null;
        succeeded = answer == CommandStatus.GOOD;
        if (!succeeded) {
            return over(cx);
        }
        if (kind == TaskKind.ABORT_TASK) {
            takeBack(cx, abortIndex(), present(aborting));
            return over(cx);
        } else {
            toTakeBack.addAll(commands.openOf(this::isReached));
        }
        return takeBack(cx);
    }

    /** As the HBA sees it: a host reset ends the commands of all hosts that share it. */
    private boolean isReached(ScsiAddress other) {
        ScsiAddress of = present(device).address();
        boolean sameChannel = other.host() == of.host() && other.channel() == of.channel();
        return switch (kind) {
            case ABORT_TASK, LUN_RESET -> other.equals(of);
            case TARGET_RESET -> sameChannel && other.target() == of.target();
            case BUS_RESET -> sameChannel;
            case HOST_RESET -> true;
        };
    }

    private @Nullable Step takeBack(Context cx) {
        Integer next = toTakeBack.poll();
        if (next == null) {
            return over(cx);
        }
        CommandTable.Entry entry = commands.at(next);
        if (entry != null && isReached(entry.address())) {
            takeBack(cx, next, entry);
        }
        return takeBack;
    }

    private void takeBack(Context cx, int index, CommandTable.Entry entry) {
        TagMap own = indexes.own();
        if (commands.close(index, entry) && own != null) {
            own.free(cx, index);
        }
    }

    private @Nullable Step over(Context cx) {
        device = null;
        command = null;
        aborting = null;
        return cx.ret();
    }
}
