package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.FlushQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.WriteCache;

/**
 * What goes to the driver next, past the elevator: requests that it has dispatched, that were given back or that pass it,
 * and the steps of flush sequences (queue_head). Guarded by the queue_lock.
 */
final class DispatchQueue {
    private final WriteCache writeCache;
    private final FlushQueue flushes;
    private final ArrayDeque<Request> head = new ArrayDeque<>();
    private final ArrayDeque<Request> sequencesOver = new ArrayDeque<>();

    DispatchQueue(BlockQueue queue) {
        this.writeCache = queue.writeCache();
        this.flushes = new FlushQueue(queue);
    }

    /** Takes a request that asks for durability (ELEVATOR_INSERT_FLUSH). */
    void insertFlush(Request request, int cpu, long nowNs) {
        flushes.insert(request, writeCache, cpu, nowNs);
        settle();
    }

    /** A step of a flush sequence has been answered; returns whether there is something new to dispatch. */
    boolean answered(Request request, int cpu, long nowNs) {
        flushes.answered(request, cpu, nowNs);
        return settle();
    }

    /** Does what the flush machinery says and returns whether there is something new to dispatch. */
    private boolean settle() {
        boolean queued = false;
        for (FlushQueue.Todo todo = flushes.next(); todo != null; todo = flushes.next()) {
            switch (todo.kind()) {
                case DATA -> head.addFirst(todo.request());
                case PASS, FLUSH -> head.add(todo.request());
                case END -> sequencesOver.add(todo.request());
            }
            queued |= todo.kind() != FlushQueue.Kind.END;
        }
        return queued;
    }

    /** Returns a request whose flush sequence is over and whose bio is to be ended, or null. */
    @Nullable Request nextSequenceOver() {
        return sequencesOver.poll();
    }

    /** Returns the request that flushes, be it in use or not. */
    Request flushRequest() {
        return flushes.flushRequest();
    }

    void add(Request request) {
        head.add(request);
    }

    void addFirst(Request request) {
        head.addFirst(request);
    }

    @Nullable Request peek() {
        return head.peek();
    }

    @Nullable Request poll() {
        return head.poll();
    }

    boolean isEmpty() {
        return head.isEmpty();
    }
}
