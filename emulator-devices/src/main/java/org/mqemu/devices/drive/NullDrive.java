package org.mqemu.devices.drive;

import org.mqemu.api.engine.Component;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.devices.Range;
import org.mqemu.devices.server.Completions;

/**
 * A drive that ends every command well after a fixed time, however many there are.
 *
 * <p>For measuring what is in front of it. It has no capacity: no address is beyond it.
 */
public final class NullDrive extends Component implements BlockTarget {
    private final long serviceNs;
    private final Completions stage = new Completions();
    private long commands;

    /**
     * Creates a drive.
     *
     * @param serviceNs the time of each command, in nanoseconds, from 0 to {@link ServiceTime#MAX_MEAN_NS}
     * @throws IllegalArgumentException if it lies outside
     */
    public NullDrive(long serviceNs) {
        this.serviceNs = Range.check("serviceNs", serviceNs, 0, ServiceTime.MAX_MEAN_NS);
    }

    @Override
    public void onBlockCommand(BlockCommand command) {
        commands++;
        long endNs = nowNs() + serviceNs;
        stage.add(nowNs(), endNs);
        send(command.replyTo(), new CommandDone(command.token(), CommandStatus.GOOD), endNs);
    }

    /** {@inheritDoc} Answers at once; a command that is being served is served to its end all the same. */
    @Override
    public void onBlockTask(BlockTask task) {
        send(task.replyTo(), new CommandDone(task.token(), CommandStatus.GOOD), nowNs());
    }

    /** Returns the number of commands taken. */
    public long commands() {
        return commands;
    }

    /**
     * Returns how many commands are not done.
     *
     * @param atNs the time, in emulated nanoseconds, not before {@link #nowNs()}
     */
    public int inFlight(long atNs) {
        return stage.inFlight(atNs);
    }
}
