package org.mqemu.devices.support;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;

/** Sends given commands to a target, notes their ends as {@code token STATUS@time}, and ends the run at a time. */
public final class Script extends Component implements CommandSink {
    private final Ref<BlockTarget> target;
    private final long endNs;
    private final Ref<CommandSink> self = ref(CommandSink.class);
    private final List<Runnable> steps = new ArrayList<>();
    private final List<String> log = new ArrayList<>();

    public Script(Ref<BlockTarget> target, long endNs) {
        this.target = target;
        this.endNs = endNs;
    }

    public Script at(long atNs, int token, Op op, long sector, int sectors) {
        steps.add(() -> send(target, new BlockCommand(token, op, sector, sectors, self), atNs));
        return this;
    }

    /** Sends a task management function; its answer is noted as a command's. */
    public Script task(long atNs, int token, TaskKind kind, int abortToken) {
        steps.add(() -> send(target, new BlockTask(token, kind, abortToken, self), atNs));
        return this;
    }

    @Override
    protected void onStart() {
        armSelf(endNs);
        steps.forEach(Runnable::run);
    }

    @Override
    public void onCommandDone(CommandDone done) {
        log.add(done.token() + " " + done.status() + "@" + nowNs());
    }

    @Override
    protected void onSelf() {
        endRun();
    }

    public List<String> log() {
        return log;
    }
}
