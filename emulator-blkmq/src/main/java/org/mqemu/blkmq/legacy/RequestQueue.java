package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.NoopElevator;
import org.mqemu.blkmq.sync.Lock;

/**
 * A legacy request queue with the noop elevator: one queue_lock guards the request list, the elevator and the driver's
 * busy counts.
 *
 * <p>Everything here but the names is guarded by {@link #lock()}.
 */
public final class RequestQueue implements BlockQueue {
    private final Disk disk;
    private final Lock queueLock;
    private final int nrRequests;
    private final QueueLimits limits;
    private final Elevator elevator = new NoopElevator();
    /** What the elevator has given out and the driver has not taken, or has given back (queue_head). */
    private final ArrayDeque<Request> queueHead = new ArrayDeque<>();

    private final ArrayDeque<Request> free = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private int allocated;
    private long handedOut;
    private long waits;
    private long waitNs;

    RequestQueue(Disk disk, Lock queueLock, int nrRequests, QueueLimits limits) {
        this.disk = disk;
        this.queueLock = queueLock;
        this.nrRequests = nrRequests;
        this.limits = limits;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public QueueLimits limits() {
        return limits;
    }

    /** Returns the queue_lock. */
    public Lock lock() {
        return queueLock;
    }

    /** Takes a request for a bio, or returns null if nr_requests are in use. */
    @Nullable Request allocate(Bio bio, int cpu, long nowNs) {
        if (allocated == nrRequests) {
            return null;
        }
        allocated++;
        handedOut++;
        Request request = free.isEmpty() ? new Request(this, -1) : free.pop();
        request.init(bio, cpu, nowNs);
        return request;
    }

    void await(Context thread) {
        waits++;
        waiters.add(new Waiter(thread, thread.nowNs()));
    }

    /** Notes that a thread is awake again; if something else has woken it, it must not take another one's wake-up. */
    void awake(Context thread) {
        waiters.removeIf(waiter -> waiter.thread == thread);
    }

    /** Takes a finished request back and returns the thread that may have it now, if one sleeps for it. */
    @Nullable Context release(Request request, long nowNs) {
        free.push(request);
        allocated--;
        Waiter waiter = waiters.poll();
        if (waiter == null) {
            return null;
        }
        waitNs += nowNs - waiter.sinceNs;
        return waiter.thread;
    }

    /** Merges a bio into a request that waits in the elevator (elv_merge). */
    boolean merge(Bio bio, int cpu, long nowNs) {
        return elevator.merge(limits, bio, cpu, nowNs);
    }

    /**
     * Inserts a request (__elv_add_request with INSERT_SORT_MERGE).
     *
     * @return the thread that may have the place of the request, if that was joined to another one and one sleeps
     */
    @Nullable Context insert(Request request, long nowNs) {
        return elevator.insert(limits, request, false, nowNs) ? null : release(request, nowNs);
    }

    /**
     * Returns the request to be dispatched next, or null (blk_peek_request).
     *
     * @param nowNs the emulated time
     */
    public @Nullable Request peek(long nowNs) {
        if (queueHead.isEmpty()) {
            Request next = elevator.dispatch(0, nowNs);
            if (next != null) {
                queueHead.add(next);
            }
        }
        return queueHead.peek();
    }

    /**
     * Takes the request that {@link #peek} returned out of the queue (blk_start_request).
     *
     * @param request that request
     * @param cpu the CPU that dispatches it
     * @param nowNs the emulated time
     */
    public void start(Request request, int cpu, long nowNs) {
        if (queueHead.poll() != request) {
            throw new IllegalStateException("the next request of " + disk.name() + " is another one");
        }
        request.started(cpu, nowNs);
    }

    /**
     * Puts a started request back to the queue's head (blk_requeue_request).
     *
     * @param request the request
     * @param cpu the CPU that dispatched it
     * @param nowNs the emulated time
     */
    public void requeue(Request request, int cpu, long nowNs) {
        request.requeued(cpu, nowNs);
        queueHead.addFirst(request);
    }

    /** Returns requests handed out, sleeps for one and the time slept since the start. */
    public WaitCounts waits() {
        return new WaitCounts(handedOut, waits, waitNs);
    }

    /** Returns the number of requests in use. */
    public int allocated() {
        return allocated;
    }

    private record Waiter(Context thread, long sinceNs) {}
}
