package org.mqemu.blkmq.elevator;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

/** Bios and requests of one device, for schedulers on their own. */
final class TestRequests {
    static final QueueLimits LIMITS = new QueueLimits(64, 8, 0);
    static final IoPriority RT = new IoPriority(IoPriority.IoClass.RT, 4);
    static final IoPriority BE = new IoPriority(IoPriority.IoClass.BE, 4);
    static final IoPriority IDLE = new IoPriority(IoPriority.IoClass.IDLE, 4);
    private static final int CPUS = 8;

    private final TestQueue queue;

    TestRequests(QueueLimits limits) {
        queue = new TestQueue(new Disk("sda", 0, 1 << 24, CPUS), limits);
    }

    Disk disk() {
        return queue.disk();
    }

    TestQueue queue() {
        return queue;
    }

    static Bio bio(Op op, long sector, int sectors, IoPriority priority) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(op, sector, sectors);
        bio.issuedBy(1, true, priority);
        return bio;
    }

    static Bio read(long sector) {
        return bio(Op.READ, sector, 8, IoPriority.NONE);
    }

    static Bio read(long sector, IoPriority priority) {
        return bio(Op.READ, sector, 8, priority);
    }

    static Bio write(long sector) {
        return bio(Op.WRITE, sector, 8, IoPriority.NONE);
    }

    Request request(Bio bio) {
        return request(bio, 0, 0);
    }

    Request request(Bio bio, int cpu, long nowNs) {
        Request request = new Request(queue, -1);
        request.init(bio, cpu, nowNs);
        return request;
    }

    /** Ends a request that a driver has. */
    static void complete(Elevator elevator, Request request, long nowNs) {
        request.completed(CommandStatus.GOOD, 0, nowNs);
        elevator.completed(request, nowNs);
        elevator.finished(request);
        request.freed(0);
    }

    private static final class NoEnd implements BioEnd {
        @Override
        public CacheLine line() {
            throw new AssertionError("nothing ends here");
        }

        @Override
        public void ended(Context cx, Bio bio, BlockStatus status) {
            throw new AssertionError("nothing ends here");
        }
    }
}
