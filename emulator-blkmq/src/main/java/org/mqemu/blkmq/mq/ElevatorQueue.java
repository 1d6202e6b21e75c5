package org.mqemu.blkmq.mq;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.sync.Lock;

/**
 * A device's scheduler in blk-mq (elevator_queue): the model, its emulated lock, and what its functions cost.
 *
 * <p>The emulated lock orders CPUs in emulated time; the monitor of the model only keeps its memory whole where the
 * kernel itself takes no lock, as when a request is finished.
 */
final class ElevatorQueue {
    private final Elevator elevator;
    private final Lock oneLock;
    private final Price mergePrice;
    private final Price insertPrice;
    private final Price dispatchPrice;
    private final Price finishPrice;

    /**
     * Creates a scheduler.
     *
     * @param elevator the model
     * @param oneLock its lock, unless it locks by queue
     * @param prices the kernel's price list
     */
    ElevatorQueue(Elevator elevator, Lock oneLock, PriceList prices) {
        this.elevator = elevator;
        this.oneLock = oneLock;
        String prefix = prefix(elevator.name());
        mergePrice = prices.of(prefix + "_bio_merge");
        insertPrice = prices.of(prefix + "_insert_requests");
        dispatchPrice = prices.of(prefix + "_dispatch_request");
        finishPrice = prices.of(
                switch (prefix) {
                    case "bfq" -> "bfq_finish_requeue_request";
                    case "kyber" -> "kyber_completed_request";
                    default -> "dd_finish_request";
                });
    }

    private static String prefix(String name) {
        return name.equals("mq-deadline") ? "dd" : name;
    }

    Elevator elevator() {
        return elevator;
    }

    /** Returns the lock under which bios of a software queue merge and its requests are inserted. */
    Lock submitLock(SoftwareQueue software) {
        return elevator.locking() == Elevator.Locking.ONE_LOCK ? oneLock : software.lock();
    }

    /** Returns the lock under which a hardware queue dispatches. */
    Lock dispatchLock(Hctx hctx) {
        return elevator.locking() == Elevator.Locking.ONE_LOCK ? oneLock : hctx.schedulerLock();
    }

    /** Returns the lock under which a request is finished, or null. */
    @Nullable Lock finishLock() {
        return elevator.locksToFinish() ? oneLock : null;
    }

    boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        synchronized (elevator) {
            return elevator.merge(limits, bio, cpu, nowNs);
        }
    }

    /** Takes the requests that lost their bios to their neighbours; they must be given back. */
    void takeJoined(Collection<Request> into) {
        synchronized (elevator) {
            for (Request joined = elevator.takeJoined(); joined != null; joined = elevator.takeJoined()) {
                into.add(joined);
            }
        }
    }

    boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        synchronized (elevator) {
            return elevator.insert(limits, request, atHead, nowNs);
        }
    }

    @Nullable Request dispatch(Hctx hctx, long nowNs) {
        synchronized (elevator) {
            return elevator.dispatch(hctx.index(), nowNs);
        }
    }

    boolean hasWork(Hctx hctx) {
        synchronized (elevator) {
            return elevator.hasWork(hctx.index());
        }
    }

    long wakeAtNs() {
        synchronized (elevator) {
            return elevator.wakeAtNs();
        }
    }

    void completed(Request request, long nowNs) {
        synchronized (elevator) {
            elevator.completed(request, nowNs);
        }
    }

    /** Finishes a request and returns the hardware queues that must be run for it. */
    List<Integer> finished(Request request) {
        synchronized (elevator) {
            elevator.finished(request);
            return elevator.takeWakeups();
        }
    }

    Price mergePrice() {
        return mergePrice;
    }

    Price insertPrice() {
        return insertPrice;
    }

    Price dispatchPrice() {
        return dispatchPrice;
    }

    Price finishPrice() {
        return finishPrice;
    }
}
