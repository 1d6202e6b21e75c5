package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.error.EhDeadline;

/**
 * Error handling of one host (drivers/scsi/scsi_error.c): commands that had no answer in time are aborted after 10 ms by a
 * worker; those for which that does not help wait until the host has nothing else to do, while it takes no new commands,
 * and then a thread of its own recovers their devices.
 *
 * <p>The kernel waits for a grace period of RCU before it counts a failed command; this does not. Both threads run on one
 * CPU, while the kernel's are bound to none.
 */
public final class ScsiErrorHandler {
    private final ScsiHost host;
    private final ErrorHandling parameters;
    private final EhDeadline deadline;
    private final RecoveryCounters counters = new RecoveryCounters();
    private final AbortWorker aborts;
    private final ErrorHandlerThread thread;
    /** eh_cmd_q. */
    private final List<ScsiCommand> failed = new ArrayList<>();
    /** host_failed: those and the ones that are being recovered. */
    private int hostFailed;

    private int abortsPending;
    private @Nullable Way way;

    /**
     * Creates error handling that has nothing to do.
     *
     * @param emulation the machine that its timers are added to
     * @param host the host
     * @param cpu the CPU that its threads run on
     * @param parameters how errors are handled
     * @param prices the kernel's price list
     */
    public ScsiErrorHandler(Emulation emulation, ScsiHost host, Cpu cpu, ErrorHandling parameters, PriceList prices) {
        this.host = host;
        this.parameters = parameters;
        this.deadline = new EhDeadline(parameters.ehDeadlineNs());
        this.aborts = new AbortWorker(this, cpu, emulation.add(host.name() + ".tmf_timer", new WakeTimer()), prices);
        this.thread =
                new ErrorHandlerThread(this, cpu, emulation.add(host.name() + ".eh_timer", new WakeTimer()), prices);
        host.recoveredBy(this);
    }

    /** How a stack ends commands and runs queues. */
    interface Way {
        /** Returns what has become of errors. */
        ScsiErrors errors();

        /** Returns the low-level driver. */
        LowLevelDriver driver();

        /** Makes the ends of commands for a thread. */
        CommandEnds newCommandEnds(Context thread);

        /** Makes {@code scsi_run_host_queues} for a thread and a host. */
        Step runHostQueues(Context thread, ScsiHost host);

        /** Returns the devices of all hosts. */
        List<ScsiDevice> devices();
    }

    void connect(Way newWay) {
        way = newWay;
    }

    Way way() {
        Way connected = way;
        if (connected == null) {
            throw new IllegalStateException(host.name() + " has no mid-layer yet");
        }
        return connected;
    }

    ScsiHost host() {
        return host;
    }

    ErrorHandling parameters() {
        return parameters;
    }

    EhDeadline deadline() {
        return deadline;
    }

    RecoveryCounters counters() {
        return counters;
    }

    ScsiErrorLog log() {
        return way().errors().log();
    }

    // ---- commands that need it ----

    /**
     * A command had no answer in time, and the driver will not complete it any more (scsi_timeout).
     *
     * @param command the command
     * @param cx the context that noticed
     */
    void timedOut(ScsiCommand command, Context cx) {
        counters.timedOut();
        command.timedOut(true);
        command.endsAsTimedOut(false);
        if (!scheduleAbort(command, cx)) {
            command.endsAsTimedOut(true);
            add(command, cx);
        }
    }

    /** scsi_abort_command. */
    private boolean scheduleAbort(ScsiCommand command, Context cx) {
        if (!aborts.canAbort()) {
            return false;
        }
        if (command.abortScheduled()) {
            log().say(3, command, cx.nowNs(), "previous abort failed");
            if (parameters.abortsInThread()) {
                command.abortScheduled(false); // made to last with 4.12
            }
            return false;
        }
        if (parameters.abortsInThread() && host.inRecovery()) {
            return false;
        }
        deadline.begin(cx.nowNs());
        command.abortScheduled(true);
        log().say(3, command, cx.nowNs(), "abort scheduled");
        synchronized (this) {
            abortsPending++;
        }
        aborts.schedule(command, cx);
        return true;
    }

    /**
     * Takes a command whose device must be recovered (scsi_eh_scmd_add). The host takes no new commands from now on.
     *
     * @param command a command that the driver will not complete
     * @param cx the context
     */
    void add(ScsiCommand command, Context cx) {
        host.inRecovery(true);
        counters.recoveryBegins(cx.nowNs());
        deadline.begin(cx.nowNs());
        command.scsiDevice().health().recoveryBegins();
        synchronized (this) {
            failed.add(command);
            hostFailed++;
        }
        wakeIfDrained(cx);
    }

    /** A command of a host in recovery has given its place back: its thread may have waited for that (scsi_eh_wakeup). */
    void wakeIfDrained(Context cx) {
        if (isReady()) {
            log().say(5, host, cx.nowNs(), "Waking error handler thread");
            cx.wake(thread.thread());
        }
    }

    /** Returns whether all commands that the host has have failed. */
    synchronized boolean isReady() {
        return hostFailed > 0 && hostFailed == host.busy();
    }

    synchronized int hostFailed() {
        return hostFailed;
    }

    /** Takes what failed. */
    synchronized List<ScsiCommand> takeFailed() {
        List<ScsiCommand> taken = new ArrayList<>(failed);
        failed.clear();
        return taken;
    }

    /** An abort is over; whether it succeeded, and nothing else is to be recovered, ends the time that it may take. */
    void abortOver(boolean succeeded) {
        synchronized (this) {
            abortsPending--;
            if (!succeeded || abortsPending > 0 || !failed.isEmpty()) {
                return;
            }
        }
        deadline.end();
    }

    /** All failed commands have been finished or are tried again: the host takes commands (scsi_restart_operations). */
    void recovered(long nowNs) {
        synchronized (this) {
            hostFailed = failed.size();
        }
        boolean again = hostFailed() > 0;
        host.inRecovery(again);
        if (!again) {
            counters.recoveryEnds(nowNs);
        }
    }

    /** A TEST UNIT READY of error handling has been answered. */
    @Nullable Step testAnswered(Context cx) {
        cx.wake(thread.thread());
        return cx.ret();
    }

    /**
     * Returns what has been done since the start.
     *
     * @param nowNs the emulated time, in nanoseconds
     */
    public RecoveryFigures figures(long nowNs) {
        long offline = way().devices().stream()
                .filter(device -> device.host() == host && !device.health().online())
                .count();
        return counters.figures(host.name(), offline, nowNs);
    }

    /** Returns the commands that error handling has taken and neither ended nor tried again: none, once a run has drained. */
    public long unsettled() {
        return counters.unsettled();
    }

    /** Returns how often the thread has recovered the host, since the start. */
    public long recoveries() {
        return thread.recoveries();
    }

    /** Returns how many aborts succeeded, since the start. */
    public long aborted() {
        return aborts.aborted();
    }
}
