package org.mqemu.devices.support;

import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.devices.irq.IrqVector;

/** Sends commands to an HBA at time 0 and task management functions 100 ns apart after that; takes no replies. */
public final class TaskScript extends Component implements InterruptTarget {
    private final Ref<HbaPort> hba;
    private final List<HbaCommand> commands;
    private final List<HbaTask> tasks;
    private final long endNs;

    public TaskScript(Ref<HbaPort> hba, IrqVector vector, List<HbaCommand> commands, List<HbaTask> tasks, long endNs) {
        this.hba = hba;
        this.commands = commands;
        this.tasks = tasks;
        this.endNs = endNs;
        vector.setAffinity(ref(InterruptTarget.class));
    }

    @Override
    protected void onStart() {
        armSelf(endNs);
        commands.forEach(command -> send(hba, command, nowNs()));
        for (int i = 0; i < tasks.size(); i++) {
            send(hba, tasks.get(i), nowNs() + 100L * (i + 1));
        }
    }

    @Override
    protected void onSelf() {
        endRun();
    }

    @Override
    public void onInterrupt(Interrupt interrupt) {}
}
