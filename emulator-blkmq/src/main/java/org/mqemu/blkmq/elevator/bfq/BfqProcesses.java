package org.mqemu.blkmq.elevator.bfq;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.Request;

/** The processes that issue to this device, and the queue of each (bfq_init_rq, bfq_get_queue). */
final class BfqProcesses {
    /** Queues of processes that started so long after each other at most may be merged for good. */
    private static final long STABLE_NS = 600 * BfqTime.MS_NS;

    private final BfqState state;
    private final BfqBudgets budgets;
    private final BfqRaising raising;
    private final BfqBursts bursts;
    private final BfqCooperators cooperators;
    private final Map<Integer, BfqProcess> byPid = new HashMap<>();
    private final Map<IoPriority, BfqQueue> asyncQueues = new HashMap<>();
    private final List<BfqQueue> queues = new ArrayList<>();
    private @Nullable BfqQueue lastCreated;

    BfqProcesses(BfqState state, BfqBudgets budgets, BfqRaising raising, BfqBursts bursts, BfqCooperators cooperators) {
        this.state = state;
        this.budgets = budgets;
        this.raising = raising;
        this.bursts = bursts;
        this.cooperators = cooperators;
    }

    @Nullable BfqProcess find(int pid) {
        return byPid.get(pid);
    }

    /** Returns all queues that some process uses. */
    List<BfqQueue> queues() {
        return queues;
    }

    /** Returns what BFQ keeps for a request from now on: its process and its queue. */
    BfqRequest bind(Request request, long nowNs) {
        BfqProcess process = byPid.computeIfAbsent(request.issuer(), pid -> new BfqProcess(request.priority()));
        boolean changed = !process.priority.equals(request.priority());
        process.priority = request.priority();
        BfqQueue queue;
        if (request.isSync()) {
            queue = sync(process, changed, nowNs);
        } else {
            queue = asyncQueues.computeIfAbsent(shared(request.priority()), priority -> create(false, priority, nowNs));
            process.async = queue;
        }
        if (queue.justCreated) {
            bursts.created(queue, nowNs);
        }
        BfqRequest waiting = new BfqRequest(request, process, queue);
        request.elevatorData(waiting);
        return waiting;
    }

    /** Returns the priority by which async queues are shared: no priority is the normal one, IDLE has no levels. */
    private static IoPriority shared(IoPriority priority) {
        return switch (priority.ioClass()) {
            case NONE -> new IoPriority(IoClass.BE, IoPriority.NONE.level());
            case RT, BE -> priority;
            case IDLE -> new IoPriority(IoClass.IDLE, 0);
        };
    }

    private BfqQueue create(boolean sync, IoPriority priority, long nowNs) {
        BfqQueue queue = new BfqQueue(sync, priority, nowNs);
        queue.maxBudget = budgets.first();
        queue.processes = 1;
        queues.removeIf(old -> old.processes == 0 && !old.busy && old.dispatched == 0);
        queues.add(queue);
        return queue;
    }

    private BfqQueue sync(BfqProcess process, boolean priorityChanged, long nowNs) {
        BfqQueue queue = process.sync;
        boolean split = false;
        if (queue != null) {
            if (priorityChanged) {
                queue.setPriority(process.priority);
            }
            if (queue.coop && queue.splitCoop && !process.stablyMerged) {
                split = true;
                queue = split(process, queue, nowNs);
            }
        } else {
            queue = stablyMerged(process, create(true, process.priority, nowNs), nowNs);
        }
        process.sync = queue;
        if (queue.processes == 1) {
            queue.process = process;
            BfqSaved saved = process.saved;
            if (split && saved != null) {
                saved.restore(queue);
                raising.resume(queue, saved.raise, nowNs);
            }
        }
        return queue;
    }

    /** A process leaves a queue that it shares; the last one keeps it (bfq_split_bfqq, bfq_get_bfqq_handle_split). */
    private BfqQueue split(BfqProcess process, BfqQueue shared, long nowNs) {
        BfqSaved saved = process.saved;
        if (saved != null && shared.inLargeBurst) {
            saved.inLargeBurst = true;
        }
        if (shared.processes == 1) {
            shared.coop = false;
            shared.splitCoop = false;
            return shared;
        }
        for (BfqQueue target = shared.mergeInto; target != null; target = target.mergeInto) {
            target.processes--;
        }
        cooperators.release(shared, nowNs);
        BfqQueue queue = create(true, process.priority, nowNs);
        if (saved != null) {
            bursts.split(queue, saved);
        }
        queue.splitNs = nowNs;
        BfqWakers.set(queue, shared.waker.queue);
        return queue;
    }

    /**
     * Merges a new queue for good into the one created shortly before, or plans to (bfq_do_or_sched_stable_merge).
     *
     * @return the queue that the process is to use
     */
    private BfqQueue stablyMerged(BfqProcess process, BfqQueue queue, long nowNs) {
        BfqQueue last = lastCreated;
        while (last != null && last.processes == 0) {
            last = last.mergeInto;
        }
        if (last == null
                || last.createdNs + STABLE_NS < nowNs
                || queue.level != last.level
                || queue.ioClass != last.ioClass) {
            lastCreated = queue;
            return queue;
        }
        if (last.createdNs + BfqBursts.INTERVAL_NS < nowNs) {
            return queue;
        }
        if (!state.isFast()) {
            process.stableMerge = last;
            return queue;
        }
        BfqQueue target = cooperators.schedule(queue, last);
        if (target == null) {
            return queue;
        }
        if (target.process != null) {
            target.process.stablyMerged = true;
        }
        process.stablyMerged = true;
        queue.process = process;
        cooperators.merge(process, queue, target, nowNs);
        return target;
    }
}
