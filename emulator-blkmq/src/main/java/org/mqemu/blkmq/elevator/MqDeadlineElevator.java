package org.mqemu.blkmq.elevator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * mq-deadline: the deadline elevator for blk-mq, one for all hardware queues, and since 5.14 one for each class of
 * priority, of which a lower one goes when nothing of a higher one waits or is with the driver, or when it has aged.
 *
 * <p>Source: block/mq-deadline.c of 6.1, and of 5.11 without priorities. Three differences: time is exact here, where
 * the kernel counts jiffies; a request's start is remembered, where the kernel computes it from its deadline and from
 * what read_expire or write_expire is by then; and async_depth limits a whole number of tags rather than a part of each
 * bitmap word. Zoned devices are left out.
 *
 * <p>While something of a higher priority is with the driver, {@link #dispatch} returns null although
 * {@link #hasWork} says true. blk-mq then tries again after 3 ms (BLK_MQ_BUDGET_DELAY), as well as when a request ends.
 */
public final class MqDeadlineElevator implements Elevator {
    private static final long NS_PER_MS = 1_000_000L;
    private static final long PRIO_AGING_EXPIRE_MS = 10_000;
    private static final int LEVELS = 3;

    private final DeadlineTunables tunables = new DeadlineTunables(new Tunables("mq-deadline"));
    private final Tunables.@Nullable Tunable asyncDepth;
    private final Tunables.@Nullable Tunable prioAgingExpireMs;
    /** By falling priority: RT, BE and IDLE, or all in one. */
    private final DeadlineQueue[] queues;

    private final DeadlineBatch batch;
    private final DeadlineMerger merger = new DeadlineMerger(false);

    /**
     * Creates an empty scheduler.
     *
     * @param nrRequests the queue's nr_requests, the default of async_depth, at least 1
     * @param priorities whether it knows priorities and ageing, as since 5.14
     */
    public MqDeadlineElevator(int nrRequests, boolean priorities) {
        queues = new DeadlineQueue[priorities ? LEVELS : 1];
        Arrays.setAll(queues, i -> new DeadlineQueue());
        batch = new DeadlineBatch(tunables, priorities);
        asyncDepth = priorities ? tunables.all().add("async_depth", nrRequests, 1, Integer.MAX_VALUE) : null;
        prioAgingExpireMs =
                priorities ? tunables.all().add("prio_aging_expire", PRIO_AGING_EXPIRE_MS, 0, Integer.MAX_VALUE) : null;
    }

    @Override
    public String name() {
        return "mq-deadline";
    }

    private DeadlineQueue queueOf(IoPriority priority) {
        return queues[queues.length == 1 ? 0 : level(priority.ioClass())];
    }

    /** Returns a class's place among the priorities; what has none is best effort. */
    private static int level(IoPriority.IoClass ioClass) {
        return switch (ioClass) {
            case RT -> 0;
            case NONE, BE -> 1;
            case IDLE -> 2;
        };
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        DeadlineList list = queueOf(bio.priority()).list(bio.op());
        return merger.merge(limits, list, tunables.frontMerges(), bio, cpu, nowNs);
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        Waiting known = Waiting.of(request);
        Waiting waiting = known != null ? known : comesFirst(request);
        if (!waiting.wasDispatched() && merger.joinInserted(limits, request, nowNs)) {
            return false;
        }
        long expireNs = tunables.expireNs(request.op());
        if (atHead) {
            waiting.comes(nowNs - expireNs, nowNs); // its deadline is now, so ageing takes it for that much older
            waiting.queue().addFirst(waiting);
            return true;
        }
        waiting.comes(nowNs, nowNs + expireNs);
        waiting.queue().list(request.op()).add(waiting);
        if (!waiting.wasDispatched()) {
            merger.add(limits, request);
        }
        return true;
    }

    private Waiting comesFirst(Request request) {
        Waiting waiting = new Waiting(request, queueOf(request.priority()));
        waiting.queue().countInserted();
        request.elevatorData(waiting);
        return waiting;
    }

    @Override
    public @Nullable Request takeJoined() {
        return merger.takeJoined();
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        Waiting chosen = takeAged(nowNs);
        for (int level = 0; chosen == null && level < queues.length; level++) {
            chosen = take(queues[level], Long.MAX_VALUE, nowNs);
            if (queues[level].queued() > 0) {
                break; // also if all of them are with the driver
            }
        }
        if (chosen == null) {
            return null;
        }
        chosen.dispatched();
        chosen.queue().countDispatched();
        return chosen.request();
    }

    /** Takes a request below RT that has waited for prio_aging_expire, if several priorities are busy. */
    private @Nullable Waiting takeAged(long nowNs) {
        int busy = 0;
        for (DeadlineQueue queue : queues) {
            busy += queue.queued() > 0 ? 1 : 0;
        }
        if (prioAgingExpireMs == null || busy < 2) {
            return null;
        }
        long latestStartNs = nowNs - prioAgingExpireMs.get() * NS_PER_MS;
        Waiting aged = null;
        for (int level = 1; aged == null && level < queues.length; level++) {
            aged = take(queues[level], latestStartNs, nowNs);
        }
        return aged;
    }

    /** Takes the request of a priority that goes next, if it came early enough. */
    private @Nullable Waiting take(DeadlineQueue queue, long latestStartNs, long nowNs) {
        Waiting first = queue.first();
        if (first != null) {
            if (first.startNs() > latestStartNs) {
                return null;
            }
            queue.removeFirst();
            return first;
        }
        Waiting chosen = batch.take(queue, latestStartNs, nowNs);
        if (chosen != null) {
            merger.remove(chosen.request());
        }
        return chosen;
    }

    @Override
    public boolean hasWork(int hctx) {
        return size() > 0;
    }

    @Override
    public int size() {
        int size = 0;
        for (DeadlineQueue queue : queues) {
            size += queue.size();
        }
        return size;
    }

    @Override
    public void finished(Request request) {
        Waiting waiting = Waiting.of(request);
        if (waiting != null) {
            request.elevatorData(null);
            waiting.queue().countCompleted();
        }
    }

    @Override
    public int depthLimit(Op op, boolean sync, int nrRequests) {
        if (asyncDepth == null || (sync && !DeadlineQueue.isWrite(op))) {
            return nrRequests;
        }
        return (int) Math.min(asyncDepth.get(), nrRequests);
    }

    @Override
    public Tunables tunables() {
        return tunables.all();
    }

    /**
     * Returns what has passed a priority.
     *
     * @param ioClass the class; {@code NONE} counts as best effort, and without priorities all are one
     */
    public DeadlineCounts counts(IoPriority.IoClass ioClass) {
        return queueOf(new IoPriority(ioClass, 0)).counts();
    }
}
