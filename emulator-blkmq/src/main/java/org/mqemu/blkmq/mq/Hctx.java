package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.block.FlushQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.tag.TagSleep;

/**
 * A hardware queue's memory (blk_mq_hw_ctx): what CPUs share of it. Its actor is {@link HardwareQueue}.
 *
 * <p>{@code dispatch} holds requests that the driver had no room for. Nothing is merged into it.
 */
public final class Hctx {
    private static final int BUSY_WEIGHT = 8; // BLK_MQ_DISPATCH_BUSY_EWMA_WEIGHT
    private static final int BUSY_FACTOR = 1 << 4; // BLK_MQ_DISPATCH_BUSY_EWMA_FACTOR

    private final String name;
    private final int index;
    private final QueueMap.Type type;
    private final int[] cpus;
    private final Lock lock;
    private final Lock schedulerLock;
    private final Lock flushLock;
    private final CacheLine mapLine;
    private final CacheLine counterLine;
    private final AtomicLongArray pending;
    /** Guarded by {@link #lock}. */
    private final ArrayDeque<Request> dispatch = new ArrayDeque<>();

    private final AtomicBoolean dispatchPending = new AtomicBoolean();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean workPending = new AtomicBoolean();
    private final AtomicBoolean restart = new AtomicBoolean();
    private final AtomicReference<@Nullable TagSleep> tagWait = new AtomicReference<>();
    private final AtomicInteger dispatchBusy = new AtomicInteger();
    private final TimeSlice timeSlice;
    private final Ref<HctxPort> port;
    private final TagSet tags;
    private final @Nullable TagSet schedTags;
    /** Guarded by {@link #flushLock}. */
    private final ArrayDeque<Requeued> requeueList = new ArrayDeque<>();

    private final AtomicBoolean requeuePending = new AtomicBoolean();
    private @Nullable FlushQueue flushQueue;
    private @Nullable Request @Nullable [] requests;
    private volatile int dispatchFrom = -1;
    private @Nullable MqQueue queue;
    private boolean siblingsShareTags;

    /**
     * Creates an idle hardware queue.
     *
     * @param identity its name and place
     * @param locks its locks: of the dispatch list, and of what a scheduler keeps for it
     * @param mapLine the line of the map of software queues that wait
     * @param counterLine the line of its state and counters
     * @param port its actor
     * @param tags its driver tags
     * @param schedTags its scheduler tags, or null if its generation has no schedulers
     */
    Hctx(
            Identity identity,
            Locks locks,
            CacheLine mapLine,
            CacheLine counterLine,
            Ref<HctxPort> port,
            TagSet tags,
            @Nullable TagSet schedTags) {
        this.name = identity.name();
        this.index = identity.index();
        this.type = identity.type();
        this.cpus = identity.cpus().stream().mapToInt(Integer::intValue).toArray();
        this.lock = locks.dispatch();
        this.schedulerLock = locks.scheduler();
        this.flushLock = locks.flush();
        this.mapLine = mapLine;
        this.counterLine = counterLine;
        this.pending = new AtomicLongArray((identity.machineCpus() + 63) / 64);
        this.timeSlice = new TimeSlice(identity.machineCpus());
        this.port = port;
        this.tags = tags;
        this.schedTags = schedTags;
    }

    /**
     * Who a hardware queue is.
     *
     * @param name its name, such as {@code sda.hctx0}
     * @param index its number on the device
     * @param type what kind of I/O it serves
     * @param cpus the CPUs that it serves
     * @param machineCpus the number of CPUs of the machine
     */
    record Identity(String name, int index, QueueMap.Type type, java.util.List<Integer> cpus, int machineCpus) {}

    /**
     * The locks of a hardware queue.
     *
     * @param dispatch of the dispatch list
     * @param scheduler of what a scheduler keeps for this queue
     * @param flush of the flush machinery and the requests that it sends on their way (mq_flush_lock)
     */
    record Locks(Lock dispatch, Lock scheduler, Lock flush) {}

    /**
     * A request on its way to the dispatch list (requeue_list).
     *
     * @param request the request
     * @param atHead whether it goes before all others
     */
    record Requeued(Request request, boolean atHead) {}

    /** Returns the name, such as {@code sda.hctx0}. */
    public String name() {
        return name;
    }

    /** Returns its number on the device. */
    public int index() {
        return index;
    }

    /** Returns what kind of I/O it serves. */
    public QueueMap.Type type() {
        return type;
    }

    /** Returns the number of CPUs that it serves (nr_ctx). */
    int cpuCount() {
        return cpus.length;
    }

    /** Returns one of the CPUs that it serves. */
    int servedCpu(int place) {
        return cpus[place];
    }

    boolean serves(int cpu) {
        for (int served : cpus) {
            if (served == cpu) {
                return true;
            }
        }
        return false;
    }

    void belongsTo(MqQueue owner) {
        queue = owner;
        flushQueue = new FlushQueue(owner, index);
        siblingsShareTags = owner.hardwareQueues().stream().anyMatch(other -> other != this && other.tags == tags);
    }

    MqQueue queue() {
        MqQueue owner = queue;
        if (owner == null) {
            throw new IllegalStateException(name + " belongs to no device");
        }
        return owner;
    }

    Lock lock() {
        return lock;
    }

    Lock schedulerLock() {
        return schedulerLock;
    }

    CacheLine mapLine() {
        return mapLine;
    }

    CacheLine counterLine() {
        return counterLine;
    }

    Ref<HctxPort> port() {
        return port;
    }

    // ---- tags and requests ----

    /** Returns the driver tags. */
    public TagSet tags() {
        return tags;
    }

    /** Returns the scheduler tags. */
    TagSet schedTags() {
        TagSet own = schedTags;
        if (own == null) {
            throw new IllegalStateException(name + " has no scheduler tags");
        }
        return own;
    }

    boolean hasSchedTags() {
        return schedTags != null;
    }

    /**
     * Returns the request of a tag (tags.static_rqs).
     *
     * @param tag the tag, of the scheduler tags if there is a scheduler, else of the driver tags
     * @param scheduled whether there is a scheduler
     */
    synchronized Request request(int tag, boolean scheduled) {
        int driver = tags.tags().map().capacity();
        int all = driver + (schedTags == null ? 0 : schedTags.tags().map().capacity());
        @Nullable Request[] made = requests;
        if (made == null) {
            made = new Request[all];
            requests = made;
        }
        int slot = scheduled ? driver + tag : tag;
        Request request = made[slot];
        if (request == null) {
            request = scheduled ? new Request(queue(), index, -1, tag) : new Request(queue(), index, tag, -1);
            made[slot] = request;
        }
        return request;
    }

    /** Shows all requests that were ever used, the flush among them. */
    synchronized void forEachRequest(Consumer<Request> consumer) {
        @Nullable Request[] made = requests;
        if (made == null) {
            return;
        }
        for (Request request : made) {
            if (request != null) {
                consumer.accept(request);
            }
        }
        consumer.accept(flushQueue().flushRequest());
    }

    // ---- the dispatch list ----

    ArrayDeque<Request> dispatch() {
        return dispatch;
    }

    /** Publishes whether {@code dispatch} holds anything, as list_empty_careful sees it; called under the lock. */
    void publishDispatch() {
        dispatchPending.set(!dispatch.isEmpty());
    }

    boolean hasDispatch() {
        return dispatchPending.get();
    }

    // ---- flushes ----

    Lock flushLock() {
        return flushLock;
    }

    /** Returns the flush machinery, guarded by {@link #flushLock}. */
    FlushQueue flushQueue() {
        FlushQueue own = flushQueue;
        if (own == null) {
            throw new IllegalStateException(name + " belongs to no device");
        }
        return own;
    }

    /** Sends a request on its way to the dispatch list by way of kblockd (blk_mq_add_to_requeue_list); under the lock. */
    void requeue(Request request, boolean atHead) {
        requeueList.add(new Requeued(request, atHead));
        requeuePending.set(true);
    }

    /** Sends a request that was given back on the same way, before those that wait for it; under the lock. */
    void requeueFirst(Request request) {
        requeueList.addFirst(new Requeued(request, false));
        requeuePending.set(true);
    }

    boolean hasRequeued() {
        return requeuePending.get();
    }

    /** Takes what is on its way; under the lock. */
    void takeRequeued(Collection<Requeued> into) {
        into.addAll(requeueList);
        requeueList.clear();
        requeuePending.set(false);
    }

    // ---- software queues that hold requests (ctx_map) ----

    boolean isPending(int cpu) {
        return (pending.get(cpu >> 6) >>> cpu & 1) != 0;
    }

    void markPending(int cpu) {
        pending.accumulateAndGet(cpu >> 6, 1L << cpu, (old, bit) -> old | bit);
    }

    void clearPending(int cpu) {
        pending.accumulateAndGet(cpu >> 6, 1L << cpu, (old, bit) -> old & ~bit);
    }

    /** Returns the first CPU from a given one on whose software queue is marked, or -1. */
    int nextPending(int from) {
        for (int word = from >> 6; word < pending.length(); word++) {
            long bits = pending.get(word);
            if (word == from >> 6) {
                bits &= -1L << from;
            }
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return -1;
    }

    /** Returns the CPU after which one by one dispatch goes on, round robin, or -1. */
    int dispatchFrom() {
        return dispatchFrom;
    }

    void dispatchFrom(int cpu) {
        dispatchFrom = cpu;
    }

    /** Returns whose requests may be dispatched; up to 4.11 only. */
    TimeSlice timeSlice() {
        return timeSlice;
    }

    // ---- states ----

    /** Stops the queue: no run dispatches until it is started again (blk_mq_stop_hw_queue). */
    public void stop() {
        stopped.set(true);
    }

    /** Returns whether the queue is stopped. */
    public boolean isStopped() {
        return stopped.get();
    }

    /** Starts the queue and returns whether it was stopped (blk_mq_start_hw_queue, without the run). */
    public boolean start() {
        return stopped.compareAndSet(true, false);
    }

    /** Marks the run work pending and returns whether it was not pending yet. */
    boolean queueWork() {
        return workPending.compareAndSet(false, true);
    }

    void workStarts() {
        workPending.set(false);
    }

    /** Asks that the next request that is freed runs this queue (BLK_MQ_S_SCHED_RESTART). */
    void markRestart() {
        restart.set(true);
    }

    boolean needsRestart() {
        return restart.get();
    }

    /** Takes the wish for a restart and returns whether there was one. */
    boolean takeRestart() {
        return restart.get() && restart.compareAndSet(true, false);
    }

    /** Returns whether others take its driver tags too, be they devices or hardware queues of its own device. */
    boolean sharesTags() {
        return tags.tags().shared() || siblingsShareTags;
    }

    /** Notes that it stands on its driver tags' wait queue, and returns its place, or null if it did already. */
    @Nullable TagSleep beginTagWait() {
        TagSleep place = new TagSleep();
        return tagWait.compareAndSet(null, place) ? place : null;
    }

    /** It was woken. */
    void endTagWait() {
        tagWait.set(null);
    }

    /** It has got a tag: it leaves the wait queue, so that a freed tag wakes somebody who needs it. */
    void cancelTagWait() {
        TagSleep place = tagWait.getAndSet(null);
        if (place != null) {
            tags.tags().awake(place);
        }
    }

    boolean waitsForTag() {
        return tagWait.get() != null;
    }

    /** Returns the moving average of failed dispatches (dispatch_busy), 0 if there were none lately. */
    public int dispatchBusy() {
        return dispatchBusy.get();
    }

    /**
     * Counts a dispatch in the moving average (blk_mq_update_dispatch_busy).
     *
     * @param busy whether the driver had no room
     * @return whether the average was written
     */
    boolean dispatched(boolean busy) {
        int old = dispatchBusy.get();
        if (old == 0 && !busy) {
            return false;
        }
        dispatchBusy.set((old * (BUSY_WEIGHT - 1) + (busy ? BUSY_FACTOR : 0)) / BUSY_WEIGHT);
        return true;
    }
}
