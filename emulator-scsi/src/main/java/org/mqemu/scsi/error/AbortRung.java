package org.mqemu.scsi.error;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.TaskKind;

/** {@code scsi_eh_abort_cmds} (up to 4.12): aborts commands that had no answer, one by one, until one can not be. */
final class AbortRung implements EscalationLadder.Rung {
    private final EscalationLadder ladder;
    private final List<EhCommand> aborted = new ArrayList<>();
    private @Nullable EhCommand aborting;
    private boolean over;

    AbortRung(EscalationLadder ladder) {
        this.ladder = ladder;
    }

    @Override
    public @Nullable EhTodo next(long nowNs) {
        if (over) {
            return null;
        }
        EhCommand next =
                ladder.work().stream().filter(EhCommand::timedOut).findFirst().orElse(null);
        if (next == null) {
            over = true;
            if (!aborted.isEmpty()) {
                ladder.test(aborted, TaskKind.ABORT_TASK);
            }
            return null;
        }
        if (ladder.pastDeadline(nowNs)) {
            ladder.say(3, EhLog.About.COMMAND, next, ladder.rules().thread() + ": skip aborting cmd, past eh deadline");
            giveUp();
            return null;
        }
        ladder.say(3, EhLog.About.COMMAND, next, ladder.rules().thread() + ": aborting cmd");
        aborting = next;
        return EhTodo.handler(TaskKind.ABORT_TASK, next);
    }

    @Override
    public void handled(boolean succeeded) {
        EhCommand command = aborting;
        if (command == null) {
            throw new IllegalStateException("no command is being aborted");
        }
        if (!succeeded) {
            ladder.say(3, EhLog.About.COMMAND, command, ladder.rules().thread() + ": aborting cmd failed");
            giveUp();
            return;
        }
        ladder.work().remove(command);
        aborted.add(command);
    }

    /** What has been aborted already waits for the next rung with the others. */
    private void giveUp() {
        ladder.work().addAll(0, aborted);
        aborted.clear();
        over = true;
    }
}
