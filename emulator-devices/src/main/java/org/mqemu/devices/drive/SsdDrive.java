package org.mqemu.devices.drive;

import org.mqemu.api.engine.Component;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.BlockTask;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandStatus;

/**
 * A solid-state drive: K independent channels, each first come first served, with random or striped placement.
 *
 * <p>Its throughput depends on the queue depth: {@code X(q) = mu K q / (q + K - 1)} for random placement and
 * exponential service, the throughput law of K independent servers. With K = 16 and a mean of 130 us eight drives at a
 * depth of about 125 give the 880 K IOPS that Robert Elliott measured (linux-scsi, June 2014); the mean was fitted on
 * that figure and K assumed.
 *
 * <p>Caveats: one channel serves a command, however long it is; {@link SsdParameters#channelBytesPerSecond()} makes
 * length cost time. Flushes and discards take a fixed time beside the channels. A command that does not lie on the
 * drive is answered at once with {@link CommandStatus#ILLEGAL_REQUEST}.
 */
public final class SsdDrive extends Component implements BlockTarget {
    private final SsdModel model;

    /**
     * Creates a drive.
     *
     * @param parameters what it is made of
     */
    public SsdDrive(SsdParameters parameters) {
        this.model = new SsdModel(parameters);
    }

    @Override
    public void onBlockCommand(BlockCommand command) {
        if (model.accepts(command)) {
            long endNs = model.serve(command, nowNs(), random());
            send(command.replyTo(), new CommandDone(command.token(), CommandStatus.GOOD), endNs);
        } else {
            send(command.replyTo(), new CommandDone(command.token(), CommandStatus.ILLEGAL_REQUEST), nowNs());
        }
    }

    /** {@inheritDoc} Answers at once; a command that is being served is served to its end all the same. */
    @Override
    public void onBlockTask(BlockTask task) {
        send(task.replyTo(), new CommandDone(task.token(), CommandStatus.GOOD), nowNs());
    }

    /**
     * Returns what the drive has counted; read it in the run only under a clock that is not concurrent.
     *
     * @param atNs the time up to which it is counted, in emulated nanoseconds, not before {@link #nowNs()}
     */
    public SsdStatistics statistics(long atNs) {
        return model.statistics(atNs);
    }
}
