package org.mqemu.scsi.error;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;

/**
 * {@code scsi_unjam_host}: what error handling tries for commands that failed, from the smallest means to the largest,
 * until none is left; those that nothing helps lose their devices.
 *
 * <p>A model without a thread: {@link #next} says what is to be done, and is called again when that has been done and
 * answered. Each rung takes commands off the work list; a device that answers a TEST UNIT READY after the rung's means has
 * its commands finished, else they go back for the next rung. Source: drivers/scsi/scsi_error.c of 3.15 and 6.1.
 */
public final class EscalationLadder {
    /** What a bus takes to settle after a reset, in nanoseconds (BUS_RESET_SETTLE_TIME, 10 s). */
    public static final long BUS_SETTLE_NS = 10_000_000_000L;
    /** What a host takes to settle after a reset, in nanoseconds (HOST_RESET_SETTLE_TIME, 10 s). */
    public static final long HOST_SETTLE_NS = 10_000_000_000L;

    private final EhRules rules;
    private final EhDeadline deadline;
    private final EhLog log;
    private final List<EhCommand> work;
    private final List<EhCommand> done = new ArrayList<>();
    private final ArrayDeque<Rung> rungs = new ArrayDeque<>();
    private @Nullable DeviceTest test;

    /**
     * Begins with failed commands.
     *
     * @param commands the commands, in the order in which they failed
     * @param rules how the host recovers
     * @param deadline the host's deadline
     * @param log takes what is said
     */
    public EscalationLadder(Collection<? extends EhCommand> commands, EhRules rules, EhDeadline deadline, EhLog log) {
        this.work = new ArrayList<>(commands);
        this.rules = rules;
        this.deadline = deadline;
        this.log = log;
        if (rules.abortsInThread()) {
            rungs.add(new AbortRung(this));
        }
        rungs.add(new ResetRung(this, TaskKind.LUN_RESET));
        rungs.add(new ResetRung(this, TaskKind.TARGET_RESET));
        rungs.add(new ResetRung(this, TaskKind.BUS_RESET));
        rungs.add(new ResetRung(this, TaskKind.HOST_RESET));
    }

    /**
     * Returns what is to be done next.
     *
     * @param nowNs the emulated time, in nanoseconds
     */
    public EhTodo next(long nowNs) {
        while (true) {
            DeviceTest running = test;
            if (running != null) {
                EhTodo todo = running.next(nowNs);
                if (todo != null) {
                    return todo;
                }
                test = null;
                continue;
            }
            Rung rung = rungs.peek();
            if (rung == null) {
                offline(nowNs);
                return EhTodo.over();
            }
            EhTodo todo = rung.next(nowNs);
            if (todo != null) {
                return todo;
            } else if (test == null) {
                rungs.remove();
                if (work.isEmpty()) {
                    rungs.clear();
                }
            }
        }
    }

    /**
     * An error handler has been called.
     *
     * @param succeeded whether it succeeded
     */
    public void handled(boolean succeeded) {
        DeviceTest running = test;
        if (running != null) {
            running.handled(succeeded);
        } else {
            rungs.element().handled(succeeded);
        }
    }

    /**
     * A TEST UNIT READY has ended.
     *
     * @param disposition what it says of the device; null if there was no answer
     * @param nowNs the emulated time, in nanoseconds
     */
    public void tested(@Nullable Disposition disposition, long nowNs) {
        DeviceTest running = test;
        if (running == null) {
            throw new IllegalStateException("no device is being tested");
        }
        running.tested(disposition, nowNs);
    }

    /** Returns the commands that are done with, in the order in which they came to be. */
    public List<EhCommand> done() {
        return done;
    }

    // ---- for the rungs ----

    EhRules rules() {
        return rules;
    }

    List<EhCommand> work() {
        return work;
    }

    boolean pastDeadline(long nowNs) {
        return deadline.isPast(nowNs);
    }

    void say(int level, EhLog.About about, @Nullable EhCommand command, String text) {
        log.say(level, about, command, text);
    }

    /** Tests the devices of commands; those of devices that answer are finished, the others go back to the work list. */
    void test(List<EhCommand> commands, TaskKind after) {
        test = new DeviceTest(this, commands, after);
    }

    /** scsi_eh_finish_cmd. */
    void finish(EhCommand command) {
        done.add(command);
    }

    private void offline(long nowNs) {
        for (EhCommand command : work) {
            command.goesOffline(nowNs);
            finish(command);
        }
        work.clear();
    }

    /** One kind of means. */
    interface Rung {
        /** Returns what is to be done next; null when it is over, or when devices are to be tested first. */
        @Nullable EhTodo next(long nowNs);

        /** Takes the answer. */
        void handled(boolean succeeded);
    }
}
