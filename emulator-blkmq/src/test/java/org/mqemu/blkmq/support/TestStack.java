package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;

/** A block layer with a driver and a device for tests. */
public abstract class TestStack {
    /** The size of each disk, in sectors. */
    public static final long SECTORS = 1 << 20;

    final HostFixture host;
    final StackParameters parameters;
    final TestDevice device;
    final DriverRoom room;
    private final List<Disk> disks = new ArrayList<>();
    private final List<String> issued = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> issuedFor = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> completedOn = Collections.synchronizedList(new ArrayList<>());

    TestStack(HostFixture host, StackParameters parameters) {
        this.host = host;
        this.parameters = parameters;
        this.device = host.emulation().add("device", new TestDevice(host, parameters));
        this.room = new DriverRoom(parameters);
        for (int i = 0; i < parameters.disks(); i++) {
            disks.add(new Disk("sd" + (char) ('a' + i), i, SECTORS, host.cpus().size()));
        }
    }

    /** Returns a device's queue. */
    public abstract BlockQueue queue(int disk);

    /** Makes the way in for a thread. */
    public abstract SubmitBio newSubmitBio(Context thread);

    /** Returns how many requests were completed by an IPI. */
    public abstract long remotelyCompleted();

    /** Returns how it was made. */
    public StackParameters parameters() {
        return parameters;
    }

    /** Returns the devices. */
    public List<Disk> disks() {
        return disks;
    }

    /** Returns the first sectors of the requests that the driver took, as {@code sector@time}, in its order. */
    public List<String> issued() {
        return issued;
    }

    /** Returns the CPUs that submitted the requests that the driver took, in its order. */
    public List<Integer> issuedFor() {
        return issuedFor;
    }

    /** Returns the CPUs that ended the requests, in order. */
    public List<Integer> completedOn() {
        return completedOn;
    }

    /** Returns how many requests the driver has. */
    public int inFlight() {
        return room.inFlight();
    }

    /** Returns the most requests that the driver had at once. */
    public int mostInFlight() {
        return room.most();
    }

    void noteIssued(Request request, Context cx) {
        issued.add(request.sector() + "@" + cx.nowNs());
        issuedFor.add(request.cpu());
    }

    void noteCompleted(Context cx) {
        completedOn.add(cx.cpuNumber());
    }
}
