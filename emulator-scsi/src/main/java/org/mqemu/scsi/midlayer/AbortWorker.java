package org.mqemu.scsi.midlayer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code scmd_eh_abort_handler} on the host's workqueue of one thread (tmf_work_q): aborts commands one after the other,
 * each 10 ms after it timed out, and tries them again.
 */
final class AbortWorker {
    private static final long DELAY_NS = 10_000_000; // HZ / 100

    private final ScsiErrorHandler handler;
    private final Context thread;
    private final WakeTimer timer;
    private final Price price;
    private final ArrayDeque<Scheduled> works = new ArrayDeque<>();
    private @Nullable EhHandler abort;
    private @Nullable CommandEnds ends;
    private boolean looked;
    private @Nullable ScsiCommand command;
    private long aborted;
    private final Step next = this::next;
    private final Step begin = this::begin;
    private final Step answered = this::answered;

    /** A command that is to be aborted. */
    private record Scheduled(ScsiCommand command, long atNs) {}

    AbortWorker(ScsiErrorHandler handler, Cpu cpu, WakeTimer timer, PriceList prices) {
        this.handler = handler;
        this.thread = cpu.newKernelThread("kworker/u:scsi_tmf_" + handler.host().number(), next);
        this.timer = timer;
        this.price = prices.of("scmd_eh_abort_handler");
        timer.wakes(thread);
    }

    /** Returns whether the driver has an abort handler. */
    synchronized boolean canAbort() {
        if (!looked) {
            looked = true;
            abort = handler.way().driver().newEhHandler(TaskKind.ABORT_TASK, thread);
        }
        return abort != null;
    }

    void schedule(ScsiCommand toAbort, Context cx) {
        Scheduled work = new Scheduled(toAbort, cx.nowNs() + DELAY_NS);
        cx.send(thread.cpu().port(), new CpuPort.TellThread(thread, () -> works.add(work)), cx.nowNs());
    }

    long aborted() {
        return aborted;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no command is being aborted");
        }
        return value;
    }

    private CommandEnds ends() {
        CommandEnds made = ends;
        if (made == null) {
            made = handler.way().newCommandEnds(thread);
            ends = made;
        }
        return made;
    }

    private @Nullable Step next(Context cx) {
        Scheduled work = works.peek();
        if (work == null) {
            return cx.sleep(false, next);
        }
        if (work.atNs() > cx.nowNs()) {
            timer.set(cx, work.atNs());
            return cx.sleep(false, next);
        }
        works.remove();
        command = work.command();
        cx.charge(price);
        return begin;
    }

    private @Nullable Step begin(Context cx) {
        ScsiCommand aborting = present(command);
        if (handler.deadline().isPast(cx.nowNs())) {
            handler.log().say(3, aborting, cx.nowNs(), "eh timeout, not aborting");
            return escalate(cx);
        }
        handler.log().say(3, aborting, cx.nowNs(), "aborting command");
        return cx.call(present(abort).begin(aborting.scsiDevice(), aborting.request()), answered);
    }

    private @Nullable Step answered(Context cx) {
        ScsiCommand aborting = present(command);
        boolean succeeded = present(abort).succeeded();
        handler.counters().handled(TaskKind.ABORT_TASK, succeeded);
        if (!succeeded) {
            handler.log().say(3, aborting, cx.nowNs(), "cmd abort failed");
            return escalate(cx);
        }
        if (handler.deadline().isPast(cx.nowNs())) {
            handler.log().say(3, aborting, cx.nowNs(), "eh timeout, not retrying aborted command");
            aborting.endsAsTimedOut(true);
            return escalate(cx);
        }
        aborted++;
        handler.abortOver(true);
        command = null;
        Request request = aborting.request();
        if (aborting.mayBeTriedAgain()) {
            handler.log().say(3, aborting, cx.nowNs(), "retry aborted command");
            Blocking.deviceBusy(aborting.scsiDevice());
            handler.counters().retriedAfter();
            return cx.call(ends().requeue(request), next);
        }
        handler.log().say(3, aborting, cx.nowNs(), "finish aborted command");
        handler.counters().gaveUp();
        request.recovered(CommandStatus.TIMED_OUT);
        return cx.call(ends().finish(request), next);
    }

    private Step escalate(Context cx) {
        ScsiCommand aborting = present(command);
        command = null;
        handler.abortOver(false);
        handler.add(aborting, cx);
        return next;
    }
}
