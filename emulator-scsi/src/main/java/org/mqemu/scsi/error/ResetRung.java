package org.mqemu.scsi.error;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;

/**
 * {@code scsi_eh_bus_device_reset}, {@code scsi_eh_target_reset}, {@code scsi_eh_bus_reset} or {@code scsi_eh_host_reset}:
 * resets whatever has commands on the work list, one after the other. Devices of a LUN reset are tested right after it, the
 * others when all resets of the rung are done.
 */
final class ResetRung implements EscalationLadder.Rung {
    private final EscalationLadder ladder;
    private final TaskKind kind;
    private final Set<Integer> tried = new HashSet<>();
    private final List<EhCommand> toTest = new ArrayList<>();
    private @Nullable EhCommand resetting;
    private boolean settling;
    private boolean over;

    ResetRung(EscalationLadder ladder, TaskKind kind) {
        this.ladder = ladder;
        this.kind = kind;
    }

    private boolean testsAtOnce() {
        return kind == TaskKind.LUN_RESET;
    }

    /** What is reset for a command. */
    private int reach(EhCommand command) {
        return switch (kind) {
            case LUN_RESET -> command.device();
            case TARGET_RESET -> command.target();
            case BUS_RESET -> command.channel();
            default -> 0;
        };
    }

    @Override
    public @Nullable EhTodo next(long nowNs) {
        if (settling) {
            settling = false;
            return EhTodo.settle(
                    kind == TaskKind.BUS_RESET ? EscalationLadder.BUS_SETTLE_NS : EscalationLadder.HOST_SETTLE_NS);
        }
        if (testsAtOnce() && !toTest.isEmpty()) {
            test();
            return null;
        }
        EhCommand next = over ? null : nextReset();
        if (next != null && kind != TaskKind.HOST_RESET && ladder.pastDeadline(nowNs)) {
            ladder.say(3, EhLog.About.HOST, null, ladder.rules().thread() + ": skip " + what() + ", past eh deadline");
            ladder.work().addAll(0, toTest);
            toTest.clear();
            over = true;
            return null;
        }
        if (next == null) {
            over = true;
            if (!toTest.isEmpty()) {
                test();
            }
            return null;
        }
        tried.add(reach(next));
        resetting = next;
        ladder.say(3, aboutReset(), next, ladder.rules().thread() + ": " + sending(next));
        return EhTodo.handler(kind, next);
    }

    private void test() {
        List<EhCommand> commands = new ArrayList<>(toTest);
        toTest.clear();
        ladder.test(commands, kind);
    }

    /** Devices and channels in the order of their numbers, targets in that of their commands. */
    private @Nullable EhCommand nextReset() {
        EhCommand best = null;
        for (EhCommand command : ladder.work()) {
            if (tried.contains(reach(command))) {
                continue;
            }
            if (best == null || (kind != TaskKind.TARGET_RESET && reach(command) < reach(best))) {
                best = command;
            }
        }
        return best;
    }

    @Override
    public void handled(boolean succeeded) {
        EhCommand command = resetting;
        if (command == null) {
            throw new IllegalStateException("nothing is being reset");
        }
        resetting = null;
        if (!succeeded) {
            ladder.say(3, aboutReset(), command, ladder.rules().thread() + ": " + failed(command));
            return;
        }
        settling = ladder.rules().settles() && (kind == TaskKind.BUS_RESET || kind == TaskKind.HOST_RESET);
        ladder.work().removeIf(other -> reach(other) == reach(command) && toTest.add(other));
    }

    private EhLog.About aboutReset() {
        return kind == TaskKind.LUN_RESET ? EhLog.About.DEVICE : EhLog.About.HOST;
    }

    private String sending(EhCommand command) {
        return switch (kind) {
            case LUN_RESET -> "Sending BDR";
            case TARGET_RESET -> "Sending target reset to target " + command.target();
            case BUS_RESET -> "Sending BRST chan: " + command.channel();
            default -> "Sending HRST";
        };
    }

    private String failed(EhCommand command) {
        return switch (kind) {
            case LUN_RESET -> "BDR failed";
            case TARGET_RESET -> "Target reset failed target: " + command.target();
            case BUS_RESET -> "BRST failed chan: " + command.channel();
            default -> "HRST failed";
        };
    }

    private String what() {
        return switch (kind) {
            case LUN_RESET -> "BDR";
            case BUS_RESET -> "BRST";
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
