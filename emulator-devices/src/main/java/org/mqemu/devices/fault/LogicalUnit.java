package org.mqemu.devices.fault;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.TaskKind;

/**
 * The device server in front of a drive or volume that misbehaves or whose queue has an end: a table of commands, task
 * management, unit attentions, and the faults of a script.
 *
 * <p>A device without faults and queue limit needs none and has none. It costs no time of its own. Task management is
 * carried out at once and ends what the unit holds; a drive that serves such a command serves it to its end, and its
 * answer is dropped. After a reset, and when a drive is back that was gone, the next command gets a unit attention.
 *
 * <p>While it is hung the unit takes commands and carries out task management, but answers nothing; functions that came
 * meanwhile stay unanswered for good. While it is gone or its link is down it holds nothing and stands for what the HBA
 * reports; functions are then answered at once. Rules look at a command when it is served, so not at one that gets a
 * unit attention or finds the queue full. Faults and states that begin or end at the time of a message come before it.
 *
 * <p>Source: SAM-5 for task management, unit attention and TASK SET FULL.
 */
public final class LogicalUnit extends Component implements BlockTarget, CommandSink {
    /** The largest queue limit. */
    public static final int MAX_QUEUE_LIMIT = 1 << 16;

    private final Ref<BlockTarget> drive;
    private final int queueLimit;
    private final FaultScript script;
    private final UnitState state = new UnitState();
    private final OpenCommands open = new OpenCommands();
    private final Ref<CommandSink> self = ref(CommandSink.class);
    private boolean attention;
    private long taken;
    private long answered;
    private long ended;
    private long endedUnheard;
    private long swallowed;
    private long late;

    /**
     * Creates a logical unit.
     *
     * @param drive what serves its commands
     * @param queueLimit the commands that the drive takes at once, at most {@link #MAX_QUEUE_LIMIT}; 0 for any number
     * @param rules its faults
     */
    public LogicalUnit(Ref<BlockTarget> drive, int queueLimit, List<FaultRule> rules) {
        this.drive = drive;
        this.queueLimit = queueLimit;
        this.script = new FaultScript(rules);
    }

    @Override
    protected void onStart() {
        catchUp();
    }

    @Override
    protected void onSelf() {
        catchUp();
    }

    @Override
    public void onBlockCommand(BlockCommand command) {
        catchUp();
        taken++;
        OpenCommand opened = open.open(command);
        if (state.is(FaultKind.GONE)) {
            answer(opened, FaultKind.GONE.status());
        } else if (state.is(FaultKind.LINK_DOWN)) {
            answer(opened, FaultKind.LINK_DOWN.status());
        } else if (!state.is(FaultKind.HANG)) {
            serve(opened);
        }
        arm();
    }

    private void serve(OpenCommand command) {
        if (attention) {
            attention = false;
            answer(command, CommandStatus.UNIT_ATTENTION);
        } else if (queueLimit > 0 && open.atDrive() >= queueLimit) {
            answer(command, CommandStatus.TASK_SET_FULL);
        } else {
            FaultRule rule = command.isNew() ? lookAt(command.command()) : null;
            if (rule == null) {
                toDrive(command);
            } else {
                strike(command, rule);
            }
        }
    }

    private @Nullable FaultRule lookAt(BlockCommand command) {
        return script.onCommand(command.op(), command.sector(), command.sectors(), nowNs(), random());
    }

    private void strike(OpenCommand command, FaultRule rule) {
        switch (rule.kind().effect()) {
            case FAILS -> {
                command.endsAs(rule.kind().status());
                toDrive(command);
            }
            case REFUSES -> answer(command, rule.kind().status());
            case SWALLOWS -> {
                open.close(command);
                swallowed++;
            }
            case LASTS -> {
                begin(rule, nowNs());
                if (rule.kind() == FaultKind.SLOW) {
                    toDrive(command);
                }
            }
        }
    }

    private void toDrive(OpenCommand command) {
        open.sent(command, nowNs(), state.factor());
        BlockCommand block = command.command();
        send(drive, new BlockCommand(command.token(), block.op(), block.sector(), block.sectors(), self), nowNs());
    }

    private void answer(OpenCommand command, CommandStatus status) {
        open.close(command);
        answered++;
        send(command.command().replyTo(), new CommandDone(command.command().token(), status), nowNs());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the drive does not have the command
     */
    @Override
    public void onCommandDone(CommandDone done) {
        catchUp();
        OpenCommand command = open.answered(done.token());
        if (command == null) {
            late++;
            return;
        }
        long stretchNs = command.stretchNs(nowNs());
        if (stretchNs > 0) {
            send(self, done, nowNs() + stretchNs);
        } else if (state.is(FaultKind.HANG)) {
            command.keepBack(done.status());
        } else {
            complete(command, done.status());
        }
    }

    private void complete(OpenCommand command, CommandStatus ofDrive) {
        command.keepBack(ofDrive);
        answer(command, command.outcome(ofDrive));
    }

    @Override
    public void onBlockTask(BlockTask task) {
        catchUp();
        boolean connected = !state.is(FaultKind.GONE) && !state.is(FaultKind.LINK_DOWN);
        if (task.kind() == TaskKind.ABORT_TASK) {
            end(open.find(task.abortToken(), task.replyTo().id()));
        } else if (connected) {
            open.all().forEach(this::end);
            attention = true;
        }
        if (!state.is(FaultKind.HANG)) {
            send(task.replyTo(), new CommandDone(task.token(), CommandStatus.GOOD), nowNs());
        }
    }

    private void end(@Nullable OpenCommand command) {
        if (command != null) {
            open.close(command);
            ended++;
            if (state.is(FaultKind.HANG)) {
                endedUnheard++;
            }
        }
    }

    // ---- states ----

    /** Does what time has brought about. */
    private void catchUp() {
        long nextNs = nextNs();
        while (nextNs <= nowNs()) {
            state.end(nextNs).forEach(this::over);
            FaultRule rule = script.due(nextNs);
            if (rule != null) {
                begin(rule, nextNs);
            }
            nextNs = nextNs();
        }
        arm();
    }

    private long nextNs() {
        return Math.min(state.nextEndNs(), script.nextNs());
    }

    private void arm() {
        long nextNs = nextNs();
        if (nextNs == FaultRule.FOREVER) {
            disarmSelf();
        } else {
            armSelf(nextNs);
        }
    }

    private void begin(FaultRule rule, long beginNs) {
        state.begin(rule, beginNs);
        if (rule.kind() == FaultKind.GONE || rule.kind() == FaultKind.LINK_DOWN) {
            open.all().forEach(command -> answer(command, rule.kind().status()));
        }
    }

    private void over(FaultKind kind) {
        if (kind == FaultKind.GONE) {
            attention = true;
        } else if (kind == FaultKind.HANG) {
            open.all().forEach(this::goOn);
        }
    }

    /** Goes on with a command that was held, unless the one before it has brought the next fault. */
    private void goOn(OpenCommand command) {
        CommandStatus keptBack = command.keptBack();
        if (state.is(FaultKind.HANG) || !open.isOpen(command)) {
            return;
        }
        if (keptBack != null) {
            answer(command, command.outcome(keptBack));
        } else if (!command.isSent()) {
            serve(command);
        }
    }

    /** Returns what the unit has counted; read it in the run only under a clock that is not concurrent. */
    public LogicalUnitStatistics statistics() {
        return new LogicalUnitStatistics(taken, answered, ended, swallowed, open.size(), late);
    }

    /**
     * Returns the commands that the HBA may wait for in vain: those that it holds or has swallowed, and those that it ended
     * without being able to say so, because it hung.
     */
    public long neverAnswered() {
        return open.size() + swallowed + endedUnheard;
    }

    /** Returns how often each of its rules has struck. */
    public List<FaultStatistics> faults() {
        return script.statistics(name());
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "commands not accounted for", taken - answered - ended - swallowed - open.size());
    }
}
