package org.mqemu.scsi.error;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;

/**
 * {@code scsi_eh_test_devices} with {@code scsi_eh_tur} and {@code scsi_abort_eh_cmnd}: sends TEST UNIT READY to each
 * device, twice if it says that it can not answer yet; one that has no answer is ended by whatever means succeeds.
 */
final class DeviceTest {
    private static final int RETRIES = 1;

    private final EscalationLadder ladder;
    private final List<EhCommand> commands;
    private final TaskKind after;
    private final Queue<TaskKind> means = new ArrayDeque<>();
    private @Nullable EhCommand testing;
    private @Nullable TaskKind trying;
    private int retries;
    private boolean again;
    private long settleNs;

    DeviceTest(EscalationLadder ladder, List<EhCommand> commands, TaskKind after) {
        this.ladder = ladder;
        this.commands = new ArrayList<>(commands);
        this.after = after;
    }

    /** Returns what is to be done next, or null when all devices have been tested. */
    @Nullable EhTodo next(long nowNs) {
        EhCommand current = testing;
        if (current != null) {
            return goOn(current, nowNs);
        }
        if (commands.isEmpty()) {
            return null;
        }
        EhCommand first = commands.get(0);
        if (after != TaskKind.LUN_RESET && after != TaskKind.HOST_RESET && ladder.pastDeadline(nowNs)) {
            ladder.work().addAll(0, commands);
            commands.clear();
            ladder.say(3, EhLog.About.DEVICE, first, ladder.rules().thread() + ": skip test device, past eh deadline");
            return null;
        }
        if (!first.online()) {
            over(first, true, nowNs);
            return next(nowNs);
        }
        testing = first;
        retries = RETRIES;
        return EhTodo.test(first);
    }

    private @Nullable EhTodo goOn(EhCommand current, long nowNs) {
        if (settleNs > 0) {
            long ns = settleNs;
            settleNs = 0;
            return EhTodo.settle(ns);
        }
        if (again) {
            again = false;
            return EhTodo.test(current);
        }
        TaskKind next = means.poll();
        if (next == null) {
            over(current, false, nowNs);
            return next(nowNs);
        }
        trying = next;
        return EhTodo.endTest(next, current);
    }

    void tested(@Nullable Disposition disposition, long nowNs) {
        EhCommand current = testing;
        if (current == null) {
            throw new IllegalStateException("no device is being tested");
        }
        if (disposition == null) {
            means.addAll(List.of(TaskKind.values()));
        } else if (disposition == Disposition.NEEDS_RETRY && retries-- > 0) {
            again = true;
        } else {
            over(current, disposition != Disposition.FAILED, nowNs);
        }
    }

    /** A means to end the TEST UNIT READY has been tried. */
    void handled(boolean succeeded) {
        if (succeeded) {
            means.clear();
            settleNs = ladder.rules().settles() ? settleNs(trying) : 0;
        }
    }

    private static long settleNs(@Nullable TaskKind kind) {
        if (kind == TaskKind.BUS_RESET) {
            return EscalationLadder.BUS_SETTLE_NS;
        }
        return kind == TaskKind.HOST_RESET ? EscalationLadder.HOST_SETTLE_NS : 0;
    }

    /** The commands of a device are finished, or go back. */
    private void over(EhCommand tested, boolean ready, long nowNs) {
        testing = null;
        means.clear();
        List<EhCommand> all = new ArrayList<>(commands);
        for (EhCommand command : all) {
            if (command.device() != tested.device()) {
                continue;
            }
            commands.remove(command);
            if (ready) {
                if (after != TaskKind.HOST_RESET) {
                    command.recovered(nowNs);
                }
                ladder.finish(command);
            } else {
                ladder.work().add(command);
            }
        }
    }
}
