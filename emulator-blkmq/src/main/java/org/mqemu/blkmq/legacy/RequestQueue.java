package org.mqemu.blkmq.legacy;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.RequestState;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.driver.QueueTimer;
import org.mqemu.blkmq.driver.TimedQueue;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.sync.Lock;

/**
 * A legacy request queue: one queue_lock guards the request lists, the elevator, what waits for the driver, the flush
 * machinery and the driver's busy counts.
 *
 * <p>Everything here but the names, the limits and rq_affinity is guarded by {@link #lock()}. Source: block/blk-core.c
 * and block/elevator.c of 3.15.
 */
public final class RequestQueue implements BlockQueue, TimedQueue {
    private final Disk disk;
    private final Lock queueLock;
    private final WriteCache writeCache;
    private final LaterRun laterRun;
    private final RequestPool pool;
    private final DispatchQueue dispatchQueue;
    private final SysfsMutex sysfsMutex = new SysfsMutex();
    private volatile QueueLimits limits;
    private volatile RqAffinity affinity;
    private volatile long timeoutNs = QueueTimer.DEFAULT_NS;
    private @Nullable QueueTimer timer;
    private Elevator elevator;
    private int elevatorPrivate;
    private int bypassDepth;
    private int runs;

    RequestQueue(
            Disk disk,
            Lock queueLock,
            Ref<RunQueuePort> timer,
            LegacyParameters parameters,
            RqAffinity affinity,
            Elevator elevator) {
        this.disk = disk;
        this.queueLock = queueLock;
        this.writeCache = parameters.writeCache();
        this.laterRun = new LaterRun(timer);
        this.pool = new RequestPool(this, parameters.nrRequests());
        this.dispatchQueue = new DispatchQueue(this);
        this.limits = parameters.limits();
        this.affinity = affinity;
        this.elevator = elevator;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public QueueLimits limits() {
        return limits;
    }

    @Override
    public WriteCache writeCache() {
        return writeCache;
    }

    /** Returns the queue_lock. */
    public Lock lock() {
        return queueLock;
    }

    RqAffinity affinity() {
        return affinity;
    }

    RequestPool pool() {
        return pool;
    }

    // ---- getting and giving back requests ----

    /** Takes a request for a bio (event G), or returns null if its task must wait (__get_request). */
    @Nullable Request allocate(Bio bio, IoContext task, Context cx) {
        Request request = pool.take(bio, task, cx.cpuNumber(), cx.nowNs());
        if (request != null && bypassDepth == 0 && !bio.isFlush()) {
            request.elevatorPrivate();
            elevatorPrivate++;
        }
        return request;
    }

    /**
     * Frees a request whose bios have ended, and wakes a thread that sleeps for one (blk_finish_request).
     *
     * @return whether a thread was woken
     */
    boolean finish(Request request, Context cx) {
        if (request.isElevatorPrivate()) {
            elevator.completed(request, cx.nowNs());
        }
        request.freed(cx.cpuNumber());
        return put(request, cx);
    }

    /** Takes a free request back (__blk_put_request). */
    private boolean put(Request request, Context cx) {
        if (request.isElevatorPrivate()) {
            elevator.finished(request);
            elevatorPrivate--;
        }
        return wake(pool.put(request, cx.nowNs()), cx);
    }

    private static boolean wake(@Nullable Context sleeper, Context cx) {
        if (sleeper == null) {
            return false;
        }
        cx.wake(sleeper);
        return true;
    }

    // ---- into the queue ----

    /** Merges a bio into a request that waits in the elevator, and joins that to its neighbour (elv_merge). */
    boolean merge(Bio bio, Context cx) {
        if (!elevator.merge(limits, bio, cx.cpuNumber(), cx.nowNs())) {
            return false;
        }
        putJoined(cx);
        return true;
    }

    /** Takes back requests that lost their bios to a neighbour in the elevator. */
    private void putJoined(Context cx) {
        for (Request joined = elevator.takeJoined(); joined != null; joined = elevator.takeJoined()) {
            put(joined, cx);
        }
    }

    /**
     * Inserts a request (__elv_add_request, event I): into the flush machinery, into the elevator, where it may be joined
     * to its neighbour, or straight to what goes to the driver if the elevator does not know it.
     */
    void insert(Request request, Context cx) {
        request.inserted(cx.cpuNumber(), cx.nowNs());
        if (request.isFlush()) {
            dispatchQueue.insertFlush(request, cx.cpuNumber(), cx.nowNs());
        } else if (!request.isElevatorPrivate()) {
            drainElevator(cx.nowNs());
            dispatchQueue.add(request);
        } else {
            if (!elevator.insert(limits, request, false, cx.nowNs())) {
                put(request, cx);
            }
            putJoined(cx);
        }
    }

    /** Returns a request whose flush sequence is over and whose bio is to be ended, or null. */
    @Nullable Request nextSequenceOver() {
        return dispatchQueue.nextSequenceOver();
    }

    /** A step of a flush sequence has been answered (flush_end_io, flush_data_end_io). */
    void sequencedAnswered(Request request, Context cx) {
        if (dispatchQueue.answered(request, cx.cpuNumber(), cx.nowNs())) {
            runAsync(cx);
        }
    }

    // ---- out of the queue ----

    /**
     * Returns the request to be dispatched next, or null (blk_peek_request). It counts as issued from the first look on
     * (event D): nothing is merged into it any more, even if the driver does not take it yet.
     *
     * @param cpu the CPU that dispatches
     * @param nowNs the emulated time
     */
    public @Nullable Request peek(int cpu, long nowNs) {
        if (dispatchQueue.isEmpty() && bypassDepth == 0) {
            Request next = elevator.dispatch(0, nowNs);
            if (next != null) {
                dispatchQueue.add(next);
            }
        }
        Request next = dispatchQueue.peek();
        if (next != null && next.state() == RequestState.QUEUED) {
            next.started(cpu, nowNs);
        }
        return next;
    }

    /**
     * Takes the request that {@link #peek} returned out of the queue (blk_start_request); its time begins.
     *
     * @param request that request
     * @param cx the context that dispatches
     */
    public void start(Request request, Context cx) {
        if (dispatchQueue.poll() != request) {
            throw new IllegalStateException("the next request of " + disk.name() + " is another one");
        }
        if (timer != null) {
            long deadlineNs = cx.nowNs() + timeoutNs;
            request.deadlineNs(deadlineNs);
            setTimer(cx, deadlineNs);
        }
    }

    /**
     * Puts a started request back to the queue's head (blk_requeue_request, events R and I).
     *
     * @param request the request
     * @param cpu the CPU that dispatched it
     * @param nowNs the emulated time
     */
    public void requeue(Request request, int cpu, long nowNs) {
        request.deadlineNs(Long.MAX_VALUE);
        request.requeued(cpu, nowNs);
        request.reinserted(cpu, nowNs);
        dispatchQueue.addFirst(request);
    }

    /**
     * Puts a request back to the queue's head that the device has answered or that error handling has
     * (blk_requeue_request, events R and I), and lets a kworker run the queue.
     *
     * @param request the request
     * @param cx the context, with the queue_lock held
     */
    public void takeBack(Request request, Context cx) {
        request.deadlineNs(Long.MAX_VALUE);
        request.takenBack(cx.cpuNumber(), cx.nowNs());
        request.reinserted(cx.cpuNumber(), cx.nowNs());
        dispatchQueue.addFirst(request);
        runAsync(cx);
    }

    // ---- timeouts ----

    /** Lets requests time out. */
    void timer(QueueTimer newTimer) {
        timer = newTimer;
    }

    @Override
    public long expired(long nowNs, Collection<Request> into) {
        long nextNs = expired(dispatchQueue.flushRequest(), nowNs, into);
        for (Request request : pool.all()) {
            nextNs = Math.min(nextNs, expired(request, nowNs, into));
        }
        return nextNs;
    }

    private static long expired(Request request, long nowNs, Collection<Request> into) {
        if (request.state() != RequestState.STARTED) {
            return Long.MAX_VALUE;
        } else if (request.deadlineNs() > nowNs) {
            return request.deadlineNs();
        }
        into.add(request);
        return Long.MAX_VALUE;
    }

    @Override
    public long deadlineNs(Request request) {
        return request.deadlineNs();
    }

    @Override
    public long timeoutNs() {
        return timeoutNs;
    }

    /**
     * Says how long the device may take for a request (sysfs device/timeout).
     *
     * @param ns how long, in nanoseconds, at least 1
     */
    public void timeoutNs(long ns) {
        timeoutNs = ns;
    }

    @Override
    public void setTimer(Context cx, long atNs) {
        QueueTimer own = timer;
        if (own != null) {
            own.set(cx, atNs);
        }
    }

    // ---- running the queue ----

    void runBegins() {
        runs++;
    }

    /** A run is over; if the elevator keeps back what waits, the queue is run again when it wants to. */
    void runEnds(Context cx) {
        runs--;
        if (dispatchQueue.isEmpty() && bypassDepth == 0 && elevator.size() > 0) {
            long wakeNs = elevator.wakeAtNs();
            if (wakeNs != Long.MAX_VALUE) {
                laterRun.at(cx, Math.max(wakeNs, cx.nowNs() + 1));
            }
        }
    }

    /** Lets a kworker of this CPU run the queue (blk_run_queue_async). */
    void runAsync(Context cx) {
        laterRun.at(cx, cx.nowNs());
    }

    /**
     * Has the queue run after a while, because nothing is in flight whose end would do it (blk_delay_queue).
     *
     * @param cx the context that asks, with the queue_lock held
     * @param delayNs how long, in nanoseconds
     */
    public void delay(Context cx, long delayNs) {
        laterRun.at(cx, cx.nowNs() + delayNs);
    }

    LaterRun laterRun() {
        return laterRun;
    }

    // ---- sysfs ----

    SysfsMutex sysfsMutex() {
        return sysfsMutex;
    }

    /** Sets nr_requests and wakes a sleeper of each kind if there is room now (blk_update_nr_requests). */
    void nrRequests(int newNrRequests, Context cx) {
        wake(pool.resize(newNrRequests, true, cx.nowNs()), cx);
        wake(pool.resize(newNrRequests, false, cx.nowNs()), cx);
    }

    Elevator elevator() {
        return elevator;
    }

    /** New requests pass the elevator from now on (blk_queue_bypass_start). */
    void bypassStart() {
        bypassDepth++;
    }

    void bypassEnd() {
        bypassDepth--;
    }

    /** Moves all that waits in the elevator to what goes to the driver next (elv_drain_elevator). */
    void drainElevator(long nowNs) {
        for (Request next = elevator.drain(nowNs); next != null; next = elevator.drain(nowNs)) {
            dispatchQueue.add(next);
        }
    }

    /** Returns whether something goes to the driver next. */
    boolean hasQueued() {
        return !dispatchQueue.isEmpty();
    }

    /** Returns whether no request that the elevator knows is left and nobody dispatches (__blk_drain_queue). */
    boolean isDrained() {
        return elevatorPrivate == 0 && runs == 0;
    }

    void elevator(Elevator newElevator) {
        if (elevatorPrivate != 0 || elevator.size() != 0) {
            throw new IllegalStateException(disk.name() + ": the elevator is replaced while it holds requests");
        }
        elevator = newElevator;
    }

    void limits(QueueLimits newLimits) {
        limits = newLimits;
    }

    void affinity(RqAffinity newAffinity) {
        affinity = newAffinity;
    }

    // ---- figures ----

    /** Returns requests handed out, sleeps for one and the time slept since the start. */
    public WaitCounts waits() {
        return pool.waits();
    }

    /** Returns the number of requests in use, of both kinds. */
    public int allocated() {
        return pool.allocated();
    }

    /**
     * Returns whether a kind of I/O counts as congested: writeback would hold back (bdi_congested).
     *
     * @param sync of synchronous I/O, or of the rest
     */
    public boolean isCongested(boolean sync) {
        return pool.isCongested(sync);
    }
}
