package org.mqemu.blkmq.elevator.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.support.TestQueue;

/**
 * Whatever is inserted, merged, dispatched, requeued and completed, at whatever times: each bio is given out once, in a
 * request of adjacent bios of the same kind and process, and all are given out in the end.
 */
public final class RandomLoad {
    public static final QueueLimits LIMITS = new QueueLimits(64, 8, 0);
    private static final int PROCESSES = 5;
    private static final int BIO_SECTORS = 8;
    /** Processes so far from each other that nobody joins another one's queue. */
    public static final long APART = 1L << 20;
    /** Processes so near that queues are joined, but no requests. */
    public static final long NEAR = 1L << 10;

    private static final long MS = 1_000_000;

    private final Elevator elevator;
    private final long distance;
    private final BlockQueue queue = new TestQueue(new Disk("sda", 0, 1L << 30, 1), LIMITS);
    private final List<Request> inDriver = new ArrayList<>();
    private final Set<Bio> submitted = new HashSet<>();
    private final Set<Bio> given = new HashSet<>();
    private long nowNs;
    private int waiting;

    public RandomLoad(Elevator elevator, long distance) {
        this.elevator = elevator;
        this.distance = distance;
    }

    /** Takes each number for something that happens, then waits for the end. */
    public void run(List<Integer> numbers) {
        for (int number : numbers) {
            int rest = number / 8;
            switch (number % 8) {
                case 0, 1, 2 -> submit(rest);
                case 3, 4 -> dispatch();
                case 5 -> complete(rest);
                case 6 -> nowNs += rest % 4 == 0 ? 30 * MS : rest % 997 * 1000L;
                default -> requeue(rest);
            }
            assertThat(elevator.size()).isEqualTo(waiting);
            assertThat(elevator.hasWork(0) || waiting == 0).isTrue();
        }
        drain();
        assertThat(given).isEqualTo(submitted);
        assertThat(elevator.size()).isZero();
        assertThat(elevator.hasWork(0)).isFalse();
    }

    private void submit(int number) {
        int pid = number % PROCESSES;
        int kind = number / PROCESSES % 4;
        long block = number / (PROCESSES * 4) % 24;
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(kind == 0 ? Op.READ : Op.WRITE, pid * distance + block * BIO_SECTORS, BIO_SECTORS);
        bio.issuedBy(pid, kind < 2, priority(pid));
        submitted.add(bio);
        boolean merged = elevator.merge(LIMITS, bio, 0, nowNs);
        Request joined = elevator.takeJoined();
        assertThat(joined == null || merged).isTrue();
        if (joined != null) {
            elevator.finished(joined);
            waiting--;
        }
        if (!merged) {
            Request request = new Request(queue, -1);
            request.init(bio, 0, nowNs);
            boolean waits = elevator.insert(LIMITS, request, number % 61 == 60, nowNs);
            if (waits) {
                waiting++;
            } else {
                elevator.finished(request);
            }
        }
        assertThat(elevator.takeJoined()).isNull();
    }

    /** Two processes share a priority, one is real-time, one idle. */
    private static IoPriority priority(int pid) {
        return switch (pid) {
            case 0, 1 -> IoPriority.NONE;
            case 2 -> new IoPriority(IoClass.BE, 7);
            case 3 -> new IoPriority(IoClass.RT, 0);
            default -> new IoPriority(IoClass.IDLE, 0);
        };
    }

    private boolean dispatch() {
        Request request = elevator.dispatch(0, nowNs);
        if (request == null) {
            return false;
        }
        waiting--;
        request.started(0, nowNs);
        inDriver.add(request);
        long next = request.sector();
        for (Bio bio : request.bios()) {
            assertThat(bio.sector()).isEqualTo(next);
            assertThat(bio.op()).isEqualTo(request.op());
            assertThat(bio.issuer()).isEqualTo(request.issuer());
            assertThat(bio.isSync()).isEqualTo(request.isSync());
            assertThat(given.add(bio)).isTrue();
            next += bio.sectors();
        }
        assertThat(next - request.sector()).isEqualTo(request.sectors()).isLessThanOrEqualTo(LIMITS.maxSectors());
        return true;
    }

    private void complete(int number) {
        if (inDriver.isEmpty()) {
            return;
        }
        Request request = inDriver.remove(number % inDriver.size());
        request.completed(CommandStatus.GOOD, 0, nowNs);
        elevator.completed(request, nowNs);
        elevator.finished(request);
        request.freed(0);
    }

    private void requeue(int number) {
        if (inDriver.isEmpty() || number % 4 != 0) {
            return;
        }
        Request request = inDriver.remove(number % inDriver.size());
        request.requeued(0, nowNs);
        given.removeAll(request.bios());
        elevator.requeued(request, nowNs);
        assertThat(elevator.insert(LIMITS, request, true, nowNs)).isTrue();
        waiting++;
    }

    private void drain() {
        while (waiting > 0) {
            if (!dispatch()) {
                if (!inDriver.isEmpty()) {
                    complete(0);
                } else {
                    assertThat(elevator.wakeAtNs()).isNotEqualTo(Long.MAX_VALUE);
                    nowNs = Math.max(nowNs + 1, elevator.wakeAtNs());
                }
            }
        }
        while (!inDriver.isEmpty()) {
            complete(0);
        }
    }
}
