package org.mqemu.devices.support;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandStatus;

/** A drive that notes what it gets and answers after a fixed time with a fixed status, as often as told. */
public final class Member extends Component implements BlockTarget {
    private final long serviceNs;
    private final CommandStatus status;
    private final int answers;
    private final List<BlockCommand> taken = new ArrayList<>();
    private final List<BlockTask> tasks = new ArrayList<>();
    private final List<Long> takenAtNs = new ArrayList<>();

    public Member(long serviceNs) {
        this(serviceNs, CommandStatus.GOOD, 1);
    }

    public Member(long serviceNs, CommandStatus status, int answers) {
        this.serviceNs = serviceNs;
        this.status = status;
        this.answers = answers;
    }

    @Override
    public void onBlockCommand(BlockCommand command) {
        taken.add(command);
        takenAtNs.add(nowNs());
        for (int i = 0; i < answers; i++) {
            send(command.replyTo(), new CommandDone(command.token(), status), nowNs() + serviceNs);
        }
    }

    @Override
    public void onBlockTask(BlockTask task) {
        tasks.add(task);
        if (answers > 0) {
            send(task.replyTo(), new CommandDone(task.token(), CommandStatus.GOOD), nowNs() + 1);
        }
    }

    public List<BlockTask> tasks() {
        return tasks;
    }

    public List<BlockCommand> taken() {
        return taken;
    }

    public List<Long> takenAtNs() {
        return takenAtNs;
    }
}
