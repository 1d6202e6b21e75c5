package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * The noop elevator: first in, first out, with the merging that every legacy elevator has.
 *
 * <p>Source: block/noop-iosched.c of 3.15; noop looks for no front merges of its own.
 */
public final class NoopElevator implements Elevator {
    private final ArrayDeque<Request> queue = new ArrayDeque<>();
    private final BackMergeHash hash = new BackMergeHash();
    private final Tunables tunables = new Tunables("noop");

    /** Creates an empty elevator. */
    public NoopElevator() {}

    @Override
    public String name() {
        return "noop";
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        return hash.merge(limits, bio, cpu, nowNs);
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        if (hash.join(limits, request, nowNs)) {
            return false;
        }
        if (atHead) {
            queue.addFirst(request);
        } else {
            queue.add(request);
        }
        hash.add(limits, request);
        return true;
    }

    @Override
    public @Nullable Request takeJoined() {
        return null;
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        Request next = queue.poll();
        if (next != null) {
            hash.remove(next);
        }
        return next;
    }

    @Override
    public boolean hasWork(int hctx) {
        return !queue.isEmpty();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public Tunables tunables() {
        return tunables;
    }
}
