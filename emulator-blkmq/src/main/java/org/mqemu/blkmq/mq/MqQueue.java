package org.mqemu.blkmq.mq;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

/** A blk-mq request queue: a software queue for each CPU, mapped to hardware queues, with or without a scheduler. */
public final class MqQueue implements BlockQueue, TimedQueue {
    private final Disk disk;
    private final SoftwareQueue[] software;
    private final List<Hctx> hardware;
    private final QueueMap map;
    private final QueueGate gate;
    private volatile QueueLimits limits;
    private volatile RqAffinity affinity;
    private volatile int nrRequests;
    private volatile long timeoutNs = QueueTimer.DEFAULT_NS;
    private @Nullable QueueTimer timer;
    private volatile WriteCache writeCache = WriteCache.WRITE_THROUGH;
    private volatile boolean deviceHasFua;
    private volatile @Nullable ElevatorQueue elevator;

    MqQueue(
            Disk disk,
            QueueLimits limits,
            RqAffinity affinity,
            SoftwareQueue[] software,
            List<Hctx> hardware,
            QueueMap map,
            QueueGate gate) {
        this.disk = disk;
        this.limits = limits;
        this.affinity = affinity;
        this.software = software;
        this.hardware = List.copyOf(hardware);
        this.map = map;
        this.gate = gate;
        this.nrRequests = hardware.get(0).tags().tags().map().depth();
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public QueueLimits limits() {
        return limits;
    }

    /** Lets requests time out. */
    void timer(QueueTimer newTimer) {
        timer = newTimer;
    }

    @Override
    public long expired(long nowNs, Collection<Request> into) {
        long limitNs = timeoutNs;
        long[] nextNs = {Long.MAX_VALUE};
        for (Hctx hctx : hardware) {
            hctx.forEachRequest(request -> {
                if (request.state() == RequestState.STARTED) {
                    long deadlineNs = request.issuedNs() + limitNs;
                    if (deadlineNs <= nowNs) {
                        into.add(request);
                    } else {
                        nextNs[0] = Math.min(nextNs[0], deadlineNs);
                    }
                }
            });
        }
        return nextNs[0];
    }

    @Override
    public long deadlineNs(Request request) {
        return request.issuedNs() + timeoutNs;
    }

    @Override
    public long timeoutNs() {
        return timeoutNs;
    }

    /**
     * Says how long the device may take for a request (sysfs device/timeout, io_timeout).
     *
     * @param ns how long, in nanoseconds, at least 1
     */
    public void timeoutNs(long ns) {
        timeoutNs = ns;
    }

    /** A request is started (blk_add_timer). */
    void started(Context cx) {
        if (timer != null) {
            setTimer(cx, cx.nowNs() + timeoutNs);
        }
    }

    @Override
    public void setTimer(Context cx, long atNs) {
        QueueTimer own = timer;
        if (own != null) {
            own.set(cx, atNs);
        }
    }

    @Override
    public WriteCache writeCache() {
        return writeCache;
    }

    /**
     * Says what the device's cache is like (blk_queue_write_cache); before the run.
     *
     * @param cache what it has
     */
    public void writeCache(WriteCache cache) {
        writeCache = cache;
        deviceHasFua = cache.fua();
    }

    /** Takes the cache for volatile or not, whatever the device says (sysfs write_cache). */
    void volatileCache(boolean isVolatile) {
        writeCache = new WriteCache(isVolatile, isVolatile && deviceHasFua);
    }

    void limits(QueueLimits newLimits) {
        limits = newLimits;
    }

    RqAffinity affinity() {
        return affinity;
    }

    void affinity(RqAffinity newAffinity) {
        affinity = newAffinity;
    }

    /** Returns nr_requests: the scheduler tags of each hardware queue, or without a scheduler its driver tags. */
    public int nrRequests() {
        return nrRequests;
    }

    void nrRequests(int number) {
        nrRequests = number;
    }

    /** Returns the scheduler, or null for none. */
    @Nullable ElevatorQueue elevator() {
        return elevator;
    }

    void elevator(@Nullable ElevatorQueue newElevator) {
        elevator = newElevator;
    }

    /** Returns the scheduler's name, or {@code none}. */
    public String scheduler() {
        ElevatorQueue now = elevator;
        return now == null ? "none" : now.elevator().name();
    }

    QueueGate gate() {
        return gate;
    }

    SoftwareQueue softwareQueue(int cpu) {
        return software[cpu];
    }

    /** Returns the hardware queue that serves a bio of a CPU (blk_mq_map_queue). */
    Hctx hctxOf(Bio bio, int cpu) {
        return hardware.get(map.queueOf(bio.op(), bio.isPolled(), cpu));
    }

    Hctx defaultHctxOf(int cpu) {
        return hardware.get(map.queueOf(QueueMap.Type.DEFAULT, cpu));
    }

    /**
     * Returns whether a run of all hardware queues runs this one: a scheduler that keeps its requests together is asked
     * through one of them, that of the CPU that asks, and the others only dispatch what they had no room for
     * (blk_mq_get_sq_hctx, since 5.10).
     *
     * @param hctx one of the hardware queues
     * @param cpu the CPU that asks
     */
    boolean mayRun(Hctx hctx, int cpu) {
        ElevatorQueue scheduler = elevator;
        return scheduler == null
                || scheduler.elevator().locking() == Elevator.Locking.PER_QUEUE
                || hctx == defaultHctxOf(cpu)
                || hctx.hasDispatch();
    }

    Hctx hctx(int index) {
        return hardware.get(index);
    }

    /** Returns which hardware queue serves which CPU. */
    public QueueMap map() {
        return map;
    }

    /** Returns the hardware queues. */
    public List<Hctx> hardwareQueues() {
        return hardware;
    }
}
