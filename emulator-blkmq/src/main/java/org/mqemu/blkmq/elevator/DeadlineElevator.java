package org.mqemu.blkmq.elevator;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * The deadline elevator of the legacy stack: batches in the order of sectors, reads before writes, and a deadline for
 * each request after which the next batch begins with it.
 *
 * <p>Source: block/deadline-iosched.c of 3.15. Time is exact here, where the kernel counts jiffies.
 */
public final class DeadlineElevator implements Elevator {
    private final DeadlineTunables tunables = new DeadlineTunables(new Tunables("deadline"));
    private final DeadlineQueue queue = new DeadlineQueue();
    private final DeadlineBatch batch = new DeadlineBatch(tunables, false);
    private final DeadlineMerger merger = new DeadlineMerger(true);

    /** Creates an empty elevator. */
    public DeadlineElevator() {}

    @Override
    public String name() {
        return "deadline";
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        return merger.merge(limits, queue.list(bio.op()), tunables.frontMerges(), bio, cpu, nowNs);
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        Waiting waiting = new Waiting(request, queue);
        request.elevatorData(waiting);
        if (atHead) {
            queue.addFirst(waiting);
            return true;
        }
        if (merger.joinInserted(limits, request, nowNs)) {
            return false;
        }
        waiting.comes(nowNs, nowNs + tunables.expireNs(request.op()));
        queue.list(request.op()).add(waiting);
        merger.add(limits, request);
        return true;
    }

    @Override
    public @Nullable Request takeJoined() {
        return merger.takeJoined();
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        Waiting first = queue.first();
        if (first != null) {
            queue.removeFirst();
            return first.request();
        }
        Waiting chosen = batch.take(queue, Long.MAX_VALUE, nowNs);
        if (chosen == null) {
            return null;
        }
        merger.remove(chosen.request());
        return chosen.request();
    }

    @Override
    public boolean hasWork(int hctx) {
        return queue.size() > 0;
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public Tunables tunables() {
        return tunables.all();
    }
}
