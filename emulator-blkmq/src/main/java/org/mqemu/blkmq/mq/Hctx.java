package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;

/**
 * A hardware queue's memory (blk_mq_hw_ctx): what CPUs share of it. Its actor is {@link HardwareQueue}.
 *
 * <p>{@code dispatch} holds requests that the driver had no room for. Nothing is merged into it.
 */
public final class Hctx {
    private final String name;
    private final Lock lock;
    private final CacheLine mapLine;
    private final CacheLine counterLine;
    private final AtomicLongArray pending;
    /** Guarded by {@link #lock}. */
    private final ArrayDeque<Request> dispatch = new ArrayDeque<>();

    private final AtomicBoolean dispatchPending = new AtomicBoolean();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean workPending = new AtomicBoolean();
    private final Ref<HctxPort> port;
    private @Nullable MqQueue queue;

    Hctx(String name, int cpus, Lock lock, CacheLine mapLine, CacheLine counterLine, Ref<HctxPort> port) {
        this.name = name;
        this.lock = lock;
        this.mapLine = mapLine;
        this.counterLine = counterLine;
        this.pending = new AtomicLongArray((cpus + 63) / 64);
        this.port = port;
    }

    /** Returns the name, such as {@code sda.hctx0}. */
    public String name() {
        return name;
    }

    void belongsTo(MqQueue owner) {
        queue = owner;
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

    CacheLine mapLine() {
        return mapLine;
    }

    CacheLine counterLine() {
        return counterLine;
    }

    Ref<HctxPort> port() {
        return port;
    }

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

    /** Stops the queue: no run dispatches until it is started again (blk_mq_stop_hw_queue). */
    public void stop() {
        stopped.set(true);
    }

    /** Returns whether the queue is stopped. */
    public boolean isStopped() {
        return stopped.get();
    }

    /** Starts the queue and returns whether it was stopped. */
    boolean start() {
        return stopped.compareAndSet(true, false);
    }

    /** Marks the run work pending and returns whether it was not pending yet. */
    boolean queueWork() {
        return workPending.compareAndSet(false, true);
    }

    void workStarts() {
        workPending.set(false);
    }
}
