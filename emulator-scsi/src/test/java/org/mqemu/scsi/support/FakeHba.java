package org.mqemu.scsi.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.VectorPort;

/**
 * An HBA with drives that take a given time and serve any number of commands at once. Fails the run if a command index
 * is used twice; notes what it sees.
 */
public final class FakeHba extends Component implements HbaPort, FakePort {
    /** A command that has arrived. */
    public record Arrival(long atNs, HbaCommand command) {}

    private final List<Ref<VectorPort>> vectors;
    private final Set<Integer> open = new TreeSet<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final int[] inFlight;
    private final int[] mostInFlight;
    private final int[] done;
    private int most;
    private ToLongFunction<HbaCommand> serviceNs = command -> 10_000;
    private BiFunction<HbaCommand, Integer, CommandStatus> status = (command, n) -> CommandStatus.GOOD;
    private Runnable atArrival = () -> {};

    FakeHba(List<Ref<VectorPort>> vectors, int luns) {
        this.vectors = vectors;
        this.inFlight = new int[luns];
        this.mostInFlight = new int[luns];
        this.done = new int[luns];
    }

    /** Says how long commands take. */
    public void takes(ToLongFunction<HbaCommand> ns) {
        serviceNs = ns;
    }

    /** Says how a command ends, by its drive's count of commands before it. */
    public void endsAs(BiFunction<HbaCommand, Integer, CommandStatus> newStatus) {
        status = newStatus;
    }

    /** Does something at each arrival. */
    public void atArrival(Runnable action) {
        atArrival = action;
    }

    @Override
    public void onHbaCommand(HbaCommand command) {
        if (!open.add(command.index())) {
            throw new IllegalStateException("command index " + command.index() + " is in use twice");
        }
        most = Math.max(most, open.size());
        inFlight[command.lun()]++;
        mostInFlight[command.lun()] = Math.max(mostInFlight[command.lun()], inFlight[command.lun()]);
        arrivals.add(new Arrival(nowNs(), command));
        atArrival.run();
        send(ref(FakePort.class), new DriveDone(command), nowNs() + serviceNs.applyAsLong(command));
    }

    @Override
    public void onHbaTask(HbaTask task) {
        throw new IllegalStateException("nobody asks for " + task);
    }

    @Override
    public void onDriveDone(DriveDone driveDone) {
        HbaCommand command = driveDone.command();
        open.remove(command.index());
        inFlight[command.lun()]--;
        CommandStatus ended = status.apply(command, done[command.lun()]++);
        send(vectors.get(command.replyQueue()), new Reply(command.index(), command.serial(), ended), nowNs());
    }

    public List<Arrival> arrivals() {
        return arrivals;
    }

    /** Returns when a drive's commands arrived. */
    public List<Long> arrivalsNs(int lun) {
        return arrivals.stream()
                .filter(arrival -> arrival.command().lun() == lun)
                .map(Arrival::atNs)
                .toList();
    }

    public int inFlight() {
        return open.size();
    }

    public int mostInFlight() {
        return most;
    }

    public int mostInFlight(int lun) {
        return mostInFlight[lun];
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "commands", open.size());
    }
}
