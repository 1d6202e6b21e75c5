package org.mqemu.blkmq.elevator.fair;

import java.util.function.LongSupplier;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;

/** A process that keeps so many I/Os in flight, and thinks before it replaces one that has ended. */
public final class SimulatedProcess {
    private final SimulatedDisk disk;
    private final int pid;
    private final LongSupplier sectors;
    private int ioSectors = 8;
    private int depth = 1;
    private long thinkNs;
    private Op op = Op.READ;
    private boolean sync = true;
    private IoPriority priority = IoPriority.NONE;
    private long stopNs = Long.MAX_VALUE;
    private long ended;

    /** A process that goes to the sectors that it is told. */
    public SimulatedProcess(SimulatedDisk disk, int pid, LongSupplier sectors) {
        this.disk = disk;
        this.pid = pid;
        this.sectors = sectors;
    }

    /** A process that goes on from a sector. */
    public static SimulatedProcess sequential(SimulatedDisk disk, int pid, long first, int ioSectors) {
        long[] next = {first};
        SimulatedProcess process = new SimulatedProcess(disk, pid, () -> {
            long sector = next[0];
            next[0] += ioSectors;
            return sector;
        });
        process.ioSectors = ioSectors;
        return process;
    }

    public SimulatedProcess depth(int ios) {
        depth = ios;
        return this;
    }

    public SimulatedProcess thinks(long ns) {
        thinkNs = ns;
        return this;
    }

    public SimulatedProcess asyncWrites() {
        op = Op.WRITE;
        sync = false;
        return this;
    }

    public SimulatedProcess priority(IoClass ioClass, int level) {
        priority = new IoPriority(ioClass, level);
        return this;
    }

    public SimulatedProcess until(long ns) {
        stopNs = ns;
        return this;
    }

    /** Starts at a time. */
    public SimulatedProcess start(long atNs) {
        for (int i = 0; i < depth; i++) {
            disk.at(atNs, this::issue);
        }
        return this;
    }

    /** Returns how many I/Os have ended. */
    public long ended() {
        return ended;
    }

    private void issue() {
        if (disk.nowNs() < stopNs) {
            disk.submit(pid, sync, priority, op, sectors.getAsLong(), ioSectors, bio -> {
                ended++;
                disk.at(disk.nowNs() + thinkNs, this::issue);
            });
        }
    }
}
