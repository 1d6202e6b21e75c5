package org.mqemu.scsi.midlayer;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.error.DecideDisposition;
import org.mqemu.scsi.error.Disposition;
import org.mqemu.scsi.error.EhCommand;
import org.mqemu.scsi.error.EhRules;
import org.mqemu.scsi.error.EhTodo;
import org.mqemu.scsi.error.EscalationLadder;

/**
 * {@code scsi_error_handler}: the thread scsi_eh_N of a host. It waits until all commands that the host has have failed,
 * climbs the {@link EscalationLadder}, ends or retries the commands, and has the queues of all devices run.
 */
final class ErrorHandlerThread {
    private final ScsiErrorHandler handler;
    private final Context thread;
    private final WakeTimer timer;
    private final Price wakePrice;
    private final Price stepPrice;
    private final Map<TaskKind, EhHandler> handlers = new EnumMap<>(TaskKind.class);
    private final ArrayDeque<EhCommand> over = new ArrayDeque<>();
    private @Nullable QueueCommand queueCommand;
    private @Nullable CommandEnds ends;
    private @Nullable Step runQueues;
    private @Nullable EscalationLadder ladder;
    private @Nullable EhHandler asked;
    private @Nullable EhTodo todo;
    private @Nullable Request test;
    private long untilNs;
    private long recoveries;
    private final Step main = this::main;
    private final Step next = this::next;
    private final Step handled = this::handled;
    private final Step awaitTest = this::awaitTest;
    private final Step settle = this::settle;
    private final Step flush = this::flush;
    private final Step restarted = this::restarted;

    ErrorHandlerThread(ScsiErrorHandler handler, Cpu cpu, WakeTimer timer, PriceList prices) {
        this.handler = handler;
        this.thread = cpu.newKernelThread("scsi_eh_" + handler.host().number(), main);
        this.timer = timer;
        this.wakePrice = prices.of("scsi_error_handler");
        this.stepPrice = prices.of("scsi_eh_ready_devs");
        timer.wakes(thread);
    }

    Context thread() {
        return thread;
    }

    long recoveries() {
        return recoveries;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing is being recovered");
        }
        return value;
    }

    private static ScsiCommand command(@Nullable EhCommand command) {
        return (ScsiCommand) present(command);
    }

    private void say(int level, Context cx, String text) {
        handler.log().say(level, handler.host(), cx.nowNs(), text);
    }

    // ---- scsi_error_handler ----

    private @Nullable Step main(Context cx) {
        if (!handler.isReady()) {
            say(1, cx, thread.name() + ": sleeping");
            return cx.sleep(false, main);
        }
        say(
                1,
                cx,
                thread.name() + ": waking up 0/" + handler.hostFailed() + "/"
                        + handler.host().busy());
        recoveries++;
        List<ScsiCommand> failed = handler.takeFailed();
        stats(failed, cx);
        ladder = new EscalationLadder(
                failed,
                new EhRules(
                        handler.parameters().abortsInThread(),
                        handler.parameters().settles(),
                        thread.name()),
                handler.deadline(),
                (level, about, command, text) ->
                        handler.log().say(level, about, handler.host(), (ScsiCommand) command, thread.nowNs(), text));
        cx.charge(wakePrice);
        return next;
    }

    /** scsi_eh_prt_fail_stats. */
    private void stats(List<ScsiCommand> failed, Context cx) {
        Set<Integer> devices = new HashSet<>();
        for (ScsiCommand each : failed) {
            devices.add(each.device());
        }
        say(2, cx, "Total of " + failed.size() + " commands on " + devices.size() + " devices require eh work");
    }

    // ---- scsi_unjam_host ----

    private @Nullable Step next(Context cx) {
        EhTodo now = present(ladder).next(cx.nowNs());
        todo = now;
        return switch (now.kind()) {
            case HANDLER, END_TEST -> call(cx, now);
            case TEST -> test(cx, now);
            case SETTLE -> {
                untilNs = cx.nowNs() + now.waitNs();
                timer.set(cx, untilNs);
                yield settle;
            }
            case OVER -> {
                over.addAll(present(ladder).done());
                ladder = null;
                handler.deadline().end();
                yield flush;
            }
        };
    }

    private @Nullable Step call(Context cx, EhTodo now) {
        TaskKind kind = present(now.handler());
        EhHandler function = handlers.get(kind);
        if (function == null) {
            function = handler.way().driver().newEhHandler(kind, thread);
            if (function == null) {
                answer(false);
                return next;
            }
            handlers.put(kind, function);
        }
        asked = function;
        ScsiCommand of = command(now.command());
        Request toAbort =
                kind != TaskKind.ABORT_TASK ? null : now.kind() == EhTodo.Kind.END_TEST ? present(test) : of.request();
        cx.charge(stepPrice);
        return cx.call(function.begin(of.scsiDevice(), toAbort), handled);
    }

    private Step handled(Context cx) {
        boolean succeeded = present(asked).succeeded();
        asked = null;
        EhTodo done = present(todo);
        TaskKind kind = present(done.handler());
        if (kind != TaskKind.ABORT_TASK || done.kind() == EhTodo.Kind.HANDLER) { // no abort of a TEST UNIT READY
            handler.counters().handled(kind, succeeded);
        }
        if (succeeded) {
            reported(done);
        }
        answer(succeeded);
        return next;
    }

    private void answer(boolean succeeded) {
        present(ladder).handled(succeeded);
    }

    /** Devices that were reset will say so (scsi_report_device_reset, scsi_report_bus_reset). */
    private void reported(EhTodo reset) {
        ScsiCommand of = command(reset.command());
        for (ScsiDevice device : handler.way().devices()) {
            boolean reached =
                    switch (present(reset.handler())) {
                        case ABORT_TASK -> false;
                        case LUN_RESET -> device == of.scsiDevice();
                        case TARGET_RESET ->
                            device.address().target() == of.target()
                                    && device.address().channel() == of.channel();
                        case BUS_RESET, HOST_RESET -> device.address().channel() == of.channel();
                    };
            if (reached && device.host() == handler.host()) {
                device.health().wasReset();
            }
        }
    }

    // ---- scsi_eh_tur, scsi_send_eh_cmnd ----

    private @Nullable Step test(Context cx, EhTodo now) {
        QueueCommand function = queueCommand;
        if (function == null) {
            function = handler.way().driver().newQueueCommand(thread);
            queueCommand = function;
        }
        ScsiCommand of = command(now.command());
        Request sent = Request.internal(of.request(), Op.TEST_UNIT_READY);
        test = sent;
        untilNs = cx.nowNs() + handler.parameters().ehTimeoutNs();
        timer.set(cx, untilNs);
        cx.charge(stepPrice);
        return cx.call(function.begin(of.scsiDevice(), sent), awaitTest);
    }

    private @Nullable Step awaitTest(Context cx) {
        Request sent = present(test);
        ScsiCommand of = command(present(todo).command());
        if (sent.state() != RequestState.COMPLETED) {
            if (cx.nowNs() < untilNs) {
                return cx.sleep(false, awaitTest);
            }
            if (sent.timedOut()) {
                handler.way().driver().gaveUp(cx, of.scsiDevice(), sent);
                handler.log().tested(of, cx.nowNs(), null);
                present(ladder).tested(null, cx.nowNs());
                return next;
            }
        }
        timer.cancel(cx);
        if (sent.status() == CommandStatus.UNIT_ATTENTION) {
            handler.log().powerOnOrReset(of.scsiDevice(), cx.nowNs());
        }
        Disposition disposition = DecideDisposition.ofTest(sent.status(), of);
        handler.log().tested(of, cx.nowNs(), disposition);
        present(ladder).tested(disposition, cx.nowNs());
        return next;
    }

    private @Nullable Step settle(Context cx) {
        return cx.nowNs() < untilNs ? cx.sleep(false, settle) : next;
    }

    // ---- scsi_eh_flush_done_q ----

    private @Nullable Step flush(Context cx) {
        EhCommand first = over.poll();
        if (first == null) {
            return restart(cx);
        }
        ScsiCommand command = command(first);
        Request request = command.request();
        handler.way().driver().gaveUp(cx, command.scsiDevice(), request);
        if (command.online() && command.mayBeTriedAgain()) {
            handler.log().say(3, command, cx.nowNs(), thread.name() + ": flush retry cmd");
            if (handler.parameters().abortsInThread()) {
                command.abortScheduled(false);
            }
            Blocking.deviceBusy(command.scsiDevice());
            handler.counters().retriedAfter();
            return cx.call(ends().requeue(request), flush);
        }
        handler.log().say(3, command, cx.nowNs(), thread.name() + ": flush finish cmd");
        handler.counters().gaveUp();
        request.recovered(CommandStatus.TIMED_OUT);
        return cx.call(ends().finish(request), flush);
    }

    private CommandEnds ends() {
        CommandEnds made = ends;
        if (made == null) {
            made = handler.way().newCommandEnds(thread);
            ends = made;
        }
        return made;
    }

    // ---- scsi_restart_operations ----

    private @Nullable Step restart(Context cx) {
        say(3, cx, "waking up host to restart");
        handler.recovered(cx.nowNs());
        Step function = runQueues;
        if (function == null) {
            function = handler.way().runHostQueues(thread, handler.host());
            runQueues = function;
        }
        return cx.call(function, restarted);
    }

    private Step restarted(Context cx) {
        return main;
    }
}
