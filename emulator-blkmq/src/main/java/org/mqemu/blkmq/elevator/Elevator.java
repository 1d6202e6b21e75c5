package org.mqemu.blkmq.elevator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * An I/O scheduler's decisions: which requests bios merge into, and which request goes to the driver next.
 *
 * <p>A plain model: it knows no CPU time and no lock. Whoever calls it holds the emulated lock that {@link #locking()}
 * asks for: the queue_lock of a legacy queue, the scheduler's own lock of blk-mq. It is empty when it is replaced by
 * another one, because the queue has been drained before.
 */
public interface Elevator {

    /** Returns the name, as sysfs queue/scheduler has it. */
    String name();

    /** Returns which emulated lock guards it. */
    default Locking locking() {
        return Locking.ONE_LOCK;
    }

    /**
     * Merges a bio into a request that waits here (elv_merge, bio_merge). Two requests that touch afterwards may be
     * joined: see {@link #takeJoined()}.
     *
     * @param limits what requests may grow to
     * @param bio the bio
     * @param cpu the CPU that submits it
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs);

    /**
     * Inserts a request, or joins it to one that waits here (INSERT_SORT_MERGE of the legacy stack,
     * blk_mq_sched_try_insert_merge).
     *
     * @param limits what requests may grow to
     * @param request the request; its software queue is that of its CPU
     * @param atHead whether it goes to the driver before all others
     * @param nowNs the emulated time
     * @return whether it waits here now; if not, its bios belong to another request, and it must be given back
     */
    boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs);

    /** Returns a request that lost its bios to its neighbour in the last {@link #merge} and must be given back, once. */
    @Nullable Request takeJoined();

    /**
     * Takes out the request that goes to the driver next.
     *
     * @param hctx the hardware queue that asks, for schedulers that keep requests by hardware queue
     * @param nowNs the emulated time
     * @return the request, or null if there is none or the scheduler waits for a better one
     */
    @Nullable Request dispatch(int hctx, long nowNs);

    /**
     * Takes out the request that goes to the driver next without waiting for a better one, because the scheduler is to be
     * emptied (a legacy elevator's dispatch with force).
     *
     * @param nowNs the emulated time
     * @return the request, or null if it holds none
     */
    default @Nullable Request drain(long nowNs) {
        return dispatch(0, nowNs);
    }

    /**
     * Returns whether a dispatch is worth trying (has_work).
     *
     * @param hctx the hardware queue that asks
     */
    boolean hasWork(int hctx);

    /** Returns the number of requests that wait here, in all hardware queues. */
    int size();

    /**
     * The driver has answered a request that was dispatched from here (completed_request).
     *
     * @param request the request, with its times
     * @param nowNs the emulated time
     */
    default void completed(Request request, long nowNs) {}

    /**
     * A request of this queue is given back, be it that it has ended or that its bio went into another one
     * (finish_request).
     *
     * @param request the request
     */
    default void finished(Request request) {}

    /**
     * A dispatched request comes back, because the driver could not take it and somebody asked for a requeue
     * (requeue_request); it is inserted again afterwards.
     *
     * @param request the request
     * @param nowNs the emulated time
     */
    default void requeued(Request request, long nowNs) {}

    /** Returns whether giving a request back takes the scheduler's lock, as bfq does. */
    default boolean locksToFinish() {
        return false;
    }

    /**
     * Returns hardware queues that waited for something that a request that was given back has freed, once: they must
     * be run.
     */
    default List<Integer> takeWakeups() {
        return List.of();
    }

    /**
     * Returns when a dispatch should be tried again although nothing comes or ends, as while it idles for a process.
     *
     * @return the emulated time, or {@link Long#MAX_VALUE} if it does not wait
     */
    default long wakeAtNs() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns how many of the queue's scheduler tags an I/O of a kind may take (limit_depth).
     *
     * @param op what it does
     * @param sync whether somebody waits for it
     * @param nrRequests the queue's nr_requests
     * @return at most {@code nrRequests}, which is no limit
     */
    default int depthLimit(Op op, boolean sync, int nrRequests) {
        return nrRequests;
    }

    /** Returns its sysfs tunables (queue/iosched). */
    Tunables tunables();

    /** Which lock guards a scheduler. */
    enum Locking {
        /** One for the whole device: a legacy queue's queue_lock, mq-deadline's and bfq's lock. */
        ONE_LOCK,
        /** One for each software queue while bios come, one for each hardware queue while it dispatches: kyber. */
        PER_QUEUE
    }
}
