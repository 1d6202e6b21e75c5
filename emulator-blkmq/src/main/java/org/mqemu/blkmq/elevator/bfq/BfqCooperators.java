package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.elevator.fair.Positions;

/**
 * Merges the queues of processes that work close together, as early as with a bio that is only to be merged (early queue
 * merge), and for good those of processes that started together (stable merge).
 *
 * <p>Source: bfq_setup_cooperator, bfq_setup_merge and bfq_merge_bfqqs of block/bfq-iosched.c, 6.1.
 */
final class BfqCooperators {
    /** Only a process that has just begun can turn out to be a cooperator (bfq_merge_time_limit). */
    private static final long TIME_LIMIT_NS = 100 * BfqTime.MS_NS;
    /** How long it is watched whether a queue is better alone (bfq_late_stable_merging). */
    private static final long LATE_NS = 600 * BfqTime.MS_NS;

    private final BfqState state;
    private final BfqIdling idling;
    private final BfqRaising raising;

    BfqCooperators(BfqState state, BfqIdling idling, BfqRaising raising) {
        this.state = state;
        this.idling = idling;
        this.raising = raising;
    }

    private static boolean isTooLate(BfqQueue queue, long nowNs) {
        return queue.servedSinceBusy > 0 && queue.firstServedNs + TIME_LIMIT_NS < nowNs;
    }

    /** Notes where a queue's next request lies now (bfq_pos_tree_add_move). */
    void reposition(BfqQueue queue, long nowNs) {
        state.positions.remove(queue);
        BfqRequest next = queue.next;
        if (!state.isFast() && next != null && !queue.isIdleClass() && !isTooLate(queue, nowNs)) {
            state.positions.add(queue, next.request().sector());
        }
    }

    /** Returns the queue that one is to be merged into, for a bio or request of its at a sector, or null. */
    @Nullable BfqQueue find(BfqQueue queue, BfqProcess process, long sector, long nowNs) {
        if (queue.mergeInto != null) {
            return queue.mergeInto;
        }
        BfqQueue stable = process.stableMerge;
        if (!state.isFast() && stable != null && isLongEnoughAlone(queue, nowNs)) {
            process.stableMerge = null;
            return mergeForGood(queue, process, stable);
        }
        if (state.isFast() || isTooLate(queue, nowNs) || state.busy() == 1) {
            return null;
        }
        BfqQueue inService = state.inService;
        if (inService != null
                && inService != queue
                && Math.abs(sector - state.inServiceLastPosition) <= Positions.CLOSE_SECTORS
                && mayCooperate(queue, inService, nowNs)) {
            BfqQueue target = schedule(queue, inService);
            if (target != null) {
                return target;
            }
        }
        BfqQueue near = state.positions.near(sector);
        return near != null && near != queue && mayCooperate(queue, near, nowNs) ? schedule(queue, near) : null;
    }

    private static boolean isLongEnoughAlone(BfqQueue queue, long nowNs) {
        return queue.sync && !queue.justCreated && queue.splitNs + LATE_NS < nowNs && queue.createdNs + LATE_NS < nowNs;
    }

    private @Nullable BfqQueue mergeForGood(BfqQueue queue, BfqProcess process, BfqQueue into) {
        if (idling.boostsThroughput(queue) || Math.min(queue.processes, into.processes) == 0) {
            return null;
        }
        BfqQueue target = schedule(queue, into);
        if (target != null) {
            process.stablyMerged = true;
            if (target.process != null) {
                target.process.stablyMerged = true;
            }
        }
        return target;
    }

    private static boolean mayCooperate(BfqQueue queue, BfqQueue other, long nowNs) {
        return !isTooLate(other, nowNs)
                && queue.ioClass != IoClass.IDLE
                && queue.ioClass == other.ioClass
                && !queue.seeks.isSeeky()
                && !other.seeks.isSeeky()
                && queue.sync
                && other.sync;
    }

    /** Decides that a queue is to be merged into another one, or the one that this is merged into (bfq_setup_merge). */
    @Nullable BfqQueue schedule(BfqQueue queue, BfqQueue into) {
        if (into.processes == 0) {
            return null;
        }
        BfqQueue target = into;
        while (target.mergeInto != null) {
            target = target.mergeInto;
            if (target == queue) {
                return null;
            }
        }
        if (target == queue || queue.processes == 0 || target.processes == 0) {
            return null;
        }
        queue.mergeInto = target;
        target.processes += queue.processes;
        return target;
    }

    /** Sends the requests of a process to another queue from now on (bfq_merge_bfqqs). */
    void merge(BfqProcess process, BfqQueue queue, BfqQueue into, long nowNs) {
        save(queue, nowNs);
        save(into, nowNs);
        into.ioBound |= queue.ioBound;
        queue.ioBound = false;
        BfqQueue waker = queue.waker.queue;
        if (waker != null && into.waker.queue == null && waker != into) {
            BfqWakers.set(into, waker);
        }
        raising.handOver(queue, into);
        process.sync = into;
        if (process.stableMerge == into) {
            process.stableMerge = null;
        }
        into.coop = true;
        into.process = null;
        queue.process = null;
        release(queue, nowNs);
    }

    private void save(BfqQueue queue, long nowNs) {
        BfqProcess process = queue.process;
        if (process != null) {
            process.saved = new BfqSaved(queue, raising.save(queue, nowNs));
        }
    }

    /** A process uses a queue no longer (bfq_release_process_ref). */
    void release(BfqQueue queue, long nowNs) {
        if (queue.busy && queue.isEmpty() && queue != state.inService) {
            BfqBusy.remove(state, queue, false, nowNs);
        }
        queue.processes--;
    }
}
