package org.mqemu.blkmq.support;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.Tunables;

/**
 * First in, first out, but after each completion it keeps what waits back for a while, as cfq does when it idles; joins
 * requests that touch when a bio or a request has closed the gap. Checks that it is told of each request's end once.
 */
public final class IdlingElevator implements Elevator {
    private final String name;
    private final boolean legacy;
    private final Tunables tunables;
    private final Tunables.Tunable idleNs;
    private final ArrayDeque<Request> queue = new ArrayDeque<>();
    private final Set<Request> known = new HashSet<>();
    private final Set<Request> dispatched = new HashSet<>();
    private final ArrayDeque<Request> joined = new ArrayDeque<>();
    private long idleUntilNs = Long.MIN_VALUE;
    private int completions;
    private int joins;

    /** Makes one; its tunable is {@code idle_ns}. */
    public IdlingElevator(String name, long idleNs) {
        this(name, idleNs, true);
    }

    /** Makes one for either stack: blk-mq also finishes requests that were never inserted. */
    public IdlingElevator(String name, long idleNs, boolean legacy) {
        this.legacy = legacy;
        this.name = name;
        this.tunables = new Tunables(name);
        this.idleNs = tunables.add("idle_ns", idleNs, 0, 1_000_000_000);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        for (Request request : queue) {
            if (request.merge(limits, bio, cpu, nowNs)) {
                joinNeighbour(limits, request, nowNs);
                return true;
            }
        }
        return false;
    }

    private void joinNeighbour(QueueLimits limits, Request request, long nowNs) {
        for (Request next : queue) {
            if (next != request && limits.merges() && limits.mayJoin(request, next)) {
                request.join(next, nowNs);
                queue.remove(next);
                joined.add(next);
                joins++;
                return;
            }
        }
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        if ((legacy && !request.isElevatorPrivate()) || !known.add(request)) {
            throw new IllegalStateException("a request that is none of this elevator's");
        }
        for (Request before : queue) {
            if (limits.merges() && limits.mayJoin(before, request)) {
                before.join(request, nowNs);
                joins++;
                joinNeighbour(limits, before, nowNs);
                return false;
            }
        }
        queue.add(request);
        joinNeighbour(limits, request, nowNs);
        return true;
    }

    @Override
    public @Nullable Request takeJoined() {
        return joined.poll();
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        return nowNs < idleUntilNs ? null : drain(nowNs);
    }

    @Override
    public @Nullable Request drain(long nowNs) {
        Request next = queue.poll();
        if (next != null) {
            dispatched.add(next);
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
    public void completed(Request request, long nowNs) {
        if (!legacy && !known.contains(request)) {
            return; // it went past the scheduler
        }
        if (!dispatched.remove(request)) {
            throw new IllegalStateException("a request that was not dispatched has completed");
        }
        completions++;
        idleUntilNs = nowNs + idleNs.get();
    }

    @Override
    public void finished(Request request) {
        if (!legacy && !known.contains(request)) {
            return;
        }
        if (!known.remove(request) || dispatched.contains(request)) {
            throw new IllegalStateException("a request is finished twice, or before it has completed");
        }
    }

    @Override
    public long wakeAtNs() {
        return queue.isEmpty() || idleUntilNs == Long.MIN_VALUE ? Long.MAX_VALUE : idleUntilNs;
    }

    @Override
    public Tunables tunables() {
        return tunables;
    }

    /** Returns the requests that completed. */
    public int completions() {
        return completions;
    }

    /** Returns the requests that were joined to another one. */
    public int joins() {
        return joins;
    }

    /** Returns the requests that it was not told the end of. */
    public int open() {
        return known.size();
    }
}
