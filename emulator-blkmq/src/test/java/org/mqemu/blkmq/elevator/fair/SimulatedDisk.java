package org.mqemu.blkmq.elevator.fair;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.support.TestQueue;

/**
 * A disk that takes so many requests at once and serves one after the other, behind an elevator. Whatever happens, it
 * asks the elevator for more until that has none; and again when the elevator wants to be asked.
 */
public final class SimulatedDisk {
    public static final QueueLimits LIMITS = new QueueLimits(1024, 128, 0);
    public static final long SECTORS = 1L << 34;

    private final Elevator elevator;
    private final QueueLimits limits;
    private final int depth;
    private final ServiceTime serviceTime;
    private final BlockQueue queue;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNs).thenComparingLong(Event::order));
    private final ArrayDeque<Request> inDevice = new ArrayDeque<>();
    private final ArrayDeque<Request> free = new ArrayDeque<>();
    private final Map<Bio, Consumer<Bio>> pending = new HashMap<>();
    private final List<Served> served = new ArrayList<>();
    private long order;
    private long nowNs;
    private long wakeNs = Long.MAX_VALUE;

    /** How long a request takes. */
    public interface ServiceTime {
        long ns(Request request);
    }

    /** A request that was given to the disk. */
    public record Served(long atNs, int pid, Op op, long sector, int sectors, int inDevice) {}

    private record Event(long atNs, long order, Runnable action) {}

    public SimulatedDisk(Elevator elevator, QueueLimits limits, int depth, ServiceTime serviceTime) {
        this.elevator = elevator;
        this.limits = limits;
        this.depth = depth;
        this.serviceTime = serviceTime;
        this.queue = new TestQueue(new Disk("sda", 0, SECTORS, 1), limits);
    }

    public SimulatedDisk(Elevator elevator, int depth, ServiceTime serviceTime) {
        this(elevator, LIMITS, depth, serviceTime);
    }

    public long nowNs() {
        return nowNs;
    }

    /** Returns what the disk was given, in order. */
    public List<Served> served() {
        return served;
    }

    /** Returns the sectors that a process was served in a time. */
    public long sectors(int pid, long fromNs, long untilNs) {
        return served.stream()
                .filter(s -> s.pid() == pid && s.atNs() >= fromNs && s.atNs() < untilNs)
                .mapToLong(Served::sectors)
                .sum();
    }

    /** Returns the bios that were submitted and have not ended. */
    public int pending() {
        return pending.size();
    }

    public Elevator elevator() {
        return elevator;
    }

    public void at(long atNs, Runnable action) {
        events.add(new Event(atNs, order++, action));
    }

    /** Submits an I/O now; the bio comes back when it has ended. */
    public Bio submit(int pid, boolean sync, IoPriority priority, Op op, long sector, int sectors, Consumer<Bio> end) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(op, sector, sectors);
        bio.issuedBy(pid, sync, priority);
        pending.put(bio, end);
        if (!elevator.merge(limits, bio, 0, nowNs)) {
            Request request = free.isEmpty() ? new Request(queue, -1) : free.pop();
            request.init(bio, 0, nowNs);
            if (!elevator.insert(limits, request, false, nowNs)) {
                giveBack(request);
            }
        }
        Request joined = elevator.takeJoined();
        if (joined != null) {
            giveBack(joined);
        }
        return bio;
    }

    private void giveBack(Request request) {
        elevator.finished(request);
        free.push(request);
    }

    /** Runs until nothing is left to happen, or until a time. */
    public void run(long untilNs) {
        while (!events.isEmpty() && events.peek().atNs() <= untilNs) {
            Event event = events.poll();
            nowNs = event.atNs();
            event.action().run();
            dispatch();
        }
        nowNs = Math.max(nowNs, untilNs);
    }

    private void dispatch() {
        Request next = inDevice.size() < depth ? elevator.dispatch(0, nowNs) : null;
        while (next != null) {
            next.started(0, nowNs);
            inDevice.add(next);
            served.add(new Served(nowNs, next.issuer(), next.op(), next.sector(), next.sectors(), inDevice.size()));
            if (inDevice.size() == 1) {
                serve();
            }
            next = inDevice.size() < depth ? elevator.dispatch(0, nowNs) : null;
        }
        long wantedNs = elevator.wakeAtNs();
        if (wantedNs != Long.MAX_VALUE && wantedNs != wakeNs) {
            wakeNs = wantedNs;
            at(Math.max(nowNs, wantedNs), () -> {});
        }
    }

    private void serve() {
        at(nowNs + serviceTime.ns(inDevice.element()), this::complete);
    }

    private void complete() {
        Request request = inDevice.remove();
        request.completed(CommandStatus.GOOD, 0, nowNs);
        elevator.completed(request, nowNs);
        List<Bio> bios = List.copyOf(request.bios());
        elevator.finished(request);
        request.freed(0);
        free.push(request);
        for (Bio bio : bios) {
            Consumer<Bio> end = pending.remove(bio);
            if (end == null) {
                throw new AssertionError("a bio ended twice");
            }
            end.accept(bio);
        }
        if (!inDevice.isEmpty()) {
            serve();
        }
    }
}
