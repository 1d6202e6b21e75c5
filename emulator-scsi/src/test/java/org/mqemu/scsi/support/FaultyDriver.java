package org.mqemu.scsi.support;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.midlayer.EhHandler;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueCommand;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiDone;

/** A low-level driver whose commands and error handlers end as a script says; notes what it is asked. */
public final class FaultyDriver implements LowLevelDriver {
    /** The answer that never comes. */
    public static final Answer HANG = new Answer(CommandStatus.GOOD, Long.MAX_VALUE);

    /**
     * How a command is answered.
     *
     * @param status how it ends
     * @param afterNs when, in nanoseconds after it was queued
     */
    public record Answer(CommandStatus status, long afterNs) {}

    /**
     * A command that was queued, or an error handler that was called.
     *
     * @param atNs when
     * @param lun the device
     * @param what the operation or the handler
     * @param sector the command's first sector
     */
    public record Asked(long atNs, int lun, String what, long sector) {}

    /**
     * A command that is to be answered.
     *
     * @param lun the device
     * @param op what it does
     * @param sector its first sector
     * @param n how many commands of its kind the device had before: tests count apart
     */
    public record Command(int lun, Op op, long sector, int n) {}

    private final Price price;
    private final Map<Request, Integer> open = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Context, ScsiDone> dones = new HashMap<>();
    private final Set<TaskKind> missing = new HashSet<>();
    private final List<Asked> asked = new ArrayList<>();
    private BiFunction<Command, Long, Answer> script = (command, nowNs) -> new Answer(CommandStatus.GOOD, 10_000);
    private Predicate<TaskKind> succeeds = kind -> true;
    private long handlerNs;
    private int serial;
    private @Nullable MidLayer midLayer;

    FaultyDriver(Price price) {
        this.price = price;
    }

    void connect(MidLayer newMidLayer) {
        midLayer = newMidLayer;
    }

    /** Says how commands are answered, by the command and the time. */
    public void answers(BiFunction<Command, Long, Answer> newScript) {
        script = newScript;
    }

    /** Says which error handlers succeed; by default all. */
    public void handlers(Predicate<TaskKind> newSucceeds) {
        succeeds = newSucceeds;
    }

    /** Says how long error handlers take. */
    public void handlersTake(long ns) {
        handlerNs = ns;
    }

    /** Takes an error handler away. */
    public void lacks(TaskKind kind) {
        missing.add(kind);
    }

    public List<Asked> asked() {
        return asked;
    }

    /** Returns what was asked, in order, such as {@code LUN_RESET 0}, without reads and writes. */
    public List<String> recovery() {
        return asked.stream()
                .filter(each -> !each.what().equals("READ") && !each.what().equals("WRITE"))
                .map(each -> each.what() + " " + each.lun())
                .toList();
    }

    /** Returns when a device's reads were queued. */
    public List<Long> readsNs(int lun) {
        return asked.stream()
                .filter(each -> each.lun() == lun && each.what().equals("READ"))
                .map(Asked::atNs)
                .toList();
    }

    private static int lun(ScsiDevice device) {
        return device.disk().index();
    }

    private ScsiDone newScsiDone(Context cx) {
        MidLayer connected = midLayer;
        if (connected == null) {
            throw new IllegalStateException("the driver has no mid-layer yet");
        }
        return connected.newScsiDone(cx);
    }

    @Override
    public QueueCommand newQueueCommand(Context cx) {
        return (device, request) -> {
            // queuecommand must not touch a line before the time that its caller charged has passed; it has none to
            // touch
            return queueing -> {
                queueing.charge(price);
                return queued -> queue(queued, device, request);
            };
        };
    }

    private @Nullable Step queue(Context cx, ScsiDevice device, Request request) {
        int lun = lun(device);
        String kind = lun + (request.op() == Op.TEST_UNIT_READY ? " test" : "");
        int n = counts.merge(kind, 1, Integer::sum) - 1;
        asked.add(new Asked(cx.nowNs(), lun, request.op().name(), request.sector()));
        Answer answer = script.apply(new Command(lun, request.op(), request.sector(), n), cx.nowNs());
        int own = ++serial;
        open.put(request, own); // it may be there still, if error handling had given it up
        if (answer.afterNs() != Long.MAX_VALUE) {
            cx.armTimer(
                    price, expired -> answer(expired, request, own, answer.status()), cx.nowNs() + answer.afterNs());
        }
        return cx.ret();
    }

    private @Nullable Step answer(Context cx, Request request, int own, CommandStatus status) {
        if (!open.remove(request, own)) {
            return cx.ret();
        }
        request.completed(status, cx.cpuNumber(), cx.nowNs());
        return dones.computeIfAbsent(cx, this::newScsiDone).begin(request);
    }

    @Override
    public @Nullable EhHandler newEhHandler(TaskKind kind, Context thread) {
        return missing.contains(kind) ? null : new Handler(kind);
    }

    private final class Handler implements EhHandler {
        private final TaskKind kind;
        private boolean success;
        private long untilNs;

        Handler(TaskKind kind) {
            this.kind = kind;
        }

        @Override
        public Step begin(ScsiDevice device, @Nullable Request command) {
            return cx -> {
                asked.add(new Asked(cx.nowNs(), lun(device), kind.name(), -1));
                untilNs = cx.nowNs() + handlerNs;
                if (handlerNs > 0) {
                    cx.armTimer(
                            price,
                            woken -> {
                                woken.wake(cx);
                                return woken.ret();
                            },
                            untilNs);
                }
                return waiting -> await(waiting, device, command);
            };
        }

        private @Nullable Step await(Context cx, ScsiDevice device, @Nullable Request command) {
            if (cx.nowNs() < untilNs) {
                return cx.sleep(false, again -> await(again, device, command));
            }
            success = succeeds.test(kind);
            if (success) {
                takeBack(device, command);
            }
            return cx.ret();
        }

        private void takeBack(ScsiDevice device, @Nullable Request command) {
            open.keySet().removeIf(request -> switch (kind) {
                case ABORT_TASK -> request == command;
                case LUN_RESET -> request.queue().disk() == device.disk();
                case TARGET_RESET ->
                    device.target().devices().stream()
                            .anyMatch(other -> other.disk() == request.queue().disk());
                case BUS_RESET, HOST_RESET -> true;
            });
        }

        @Override
        public boolean succeeded() {
            return success;
        }
    }
}
