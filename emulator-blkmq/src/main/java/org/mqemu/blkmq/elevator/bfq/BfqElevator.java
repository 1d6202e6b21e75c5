package org.mqemu.blkmq.elevator.bfq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.Tunables;
import org.mqemu.blkmq.elevator.fair.OwnMerges;
import org.mqemu.blkmq.elevator.fair.SortedRequests;

/**
 * The BFQ scheduler: each process has a queue of its own, and the device for a budget of sectors, in proportion to its
 * weight.
 *
 * <p>Source: block/bfq-iosched.c and block/bfq-wf2q.c of 6.1, with HZ=250, but times that do not step with jiffies. There
 * is one group and no cgroup. Sync queues belong to the process that issues ({@link Request#issuer()}), async ones to a
 * priority; a weight is 10 for each level, from 80 to 10.
 *
 * <p>All heuristics of 6.1 are there: budgets from feedback and the peak rate, weight raising, large bursts, early and
 * stable queue merges with splits, wakers, injection with its measured limit, limits on tags by kind. Not there: the
 * limit on the tags of a process that has more than its share (bfqq_request_over_limit; {@link #depthLimit} is not told
 * who asks), REQ_META (metadata first; nothing issues it), and processes that exit. Two requests are joined only within a
 * queue; 6.1 would join two that touch whoever issued them.
 *
 * <p>A request's end is seen in {@link #completed}, which comes a little before 6.1 sees it (finish_request). Locks: one
 * for the device.
 */
public final class BfqElevator implements Elevator {
    private final BfqState state;
    private final BfqService service;
    private final BfqBudgets budgets;
    private final BfqRaising raising;
    private final BfqCooperators cooperators;
    private final BfqProcesses processes;
    private final BfqArrivals arrivals;
    private final BfqDispatch dispatch;
    private final BfqCompletions completions;
    private final OwnMerges<BfqRequest> merges = new OwnMerges<>(new Rules());
    private final ArrayDeque<Request> head = new ArrayDeque<>();

    /**
     * Creates an empty scheduler.
     *
     * @param rotational whether the device has heads to move (queue/rotational)
     */
    public BfqElevator(boolean rotational) {
        state = new BfqState(rotational);
        BfqIdling idling = new BfqIdling(state);
        BfqInjection injection = new BfqInjection(state, idling);
        budgets = new BfqBudgets(state);
        raising = new BfqRaising(state);
        cooperators = new BfqCooperators(state, idling, raising);
        BfqBursts bursts = new BfqBursts(state);
        processes = new BfqProcesses(state, budgets, raising, bursts, cooperators);
        service = new BfqService(state, idling, injection, budgets, raising, cooperators);
        arrivals = new BfqArrivals(state, idling, injection, budgets, raising, bursts, cooperators, service);
        dispatch = new BfqDispatch(state, injection, budgets, raising, cooperators, service);
        completions = new BfqCompletions(state, idling, injection, raising, service);
    }

    @Override
    public String name() {
        return "bfq";
    }

    /** Takes notice of tunables and of the timer, as every call must. */
    private void catchUp(long nowNs) {
        if (state.tunables.refresh()) {
            raising.endAll(processes.queues(), nowNs);
        }
        service.onIdleTimer(nowNs);
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        catchUp(nowNs);
        return merges.merge(limits, bio, cpu, nowNs);
    }

    @Override
    public @Nullable Request takeJoined() {
        return merges.takeJoined();
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        catchUp(nowNs);
        BfqRequest waiting = processes.bind(request, nowNs);
        if (atHead) {
            head.addFirst(request);
            return true;
        }
        if (merges.insert(limits, request, waiting.queue.requests, nowNs)) {
            return false;
        }
        arrivals.insert(waiting, nowNs);
        merges.add(request);
        return true;
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        catchUp(nowNs);
        Request first = head.poll();
        if (first != null) {
            BfqRequest waiting = data(first);
            dispatch.givenFromHead(waiting);
            return first;
        }
        if (state.busy() == 0 || (state.tunables.isStrict() && state.inDriver > 0)) {
            return null;
        }
        BfqQueue queue = service.select(nowNs);
        BfqRequest next = queue == null ? null : queue.next;
        return next == null ? null : giveOut(next, nowNs);
    }

    private Request giveOut(BfqRequest next, long nowNs) {
        dispatch.give(next, nowNs);
        merges.remove(next.request());
        return next.request();
    }

    @Override
    public void completed(Request request, long nowNs) {
        catchUp(nowNs);
        BfqRequest waiting = (BfqRequest) request.elevatorData();
        if (waiting != null && waiting.dispatched) {
            completions.completed(waiting, nowNs);
        }
    }

    @Override
    public void requeued(Request request, long nowNs) {
        completed(request, nowNs);
    }

    private static BfqRequest data(Request request) {
        BfqRequest waiting = (BfqRequest) request.elevatorData();
        if (waiting == null) {
            throw new IllegalStateException("a request that BFQ does not know");
        }
        return waiting;
    }

    @Override
    public boolean locksToFinish() {
        return true;
    }

    @Override
    public boolean hasWork(int hctx) {
        return size() > 0;
    }

    @Override
    public int size() {
        return head.size() + state.waiting;
    }

    @Override
    public long wakeAtNs() {
        return state.idleUntilNs;
    }

    @Override
    public int depthLimit(Op op, boolean sync, int nrRequests) {
        return BfqDepths.limit(op, sync, state.raisedBusy > 0, nrRequests);
    }

    @Override
    public Tunables tunables() {
        return state.tunables.all();
    }

    /** What merging asks BFQ. */
    private final class Rules implements OwnMerges.Rules<BfqRequest> {
        @Override
        public BfqRequest waiting(Request request) {
            return data(request);
        }

        /** As in 6.1, this is where the queues of cooperators are merged first. */
        @Override
        public boolean mayMerge(BfqRequest waiting, Bio bio, long nowNs) {
            if (bio.isSync() && !waiting.request().isSync()) {
                return false;
            }
            BfqProcess process = processes.find(bio.issuer());
            BfqQueue queue = process == null ? null : process.queue(bio.isSync());
            if (process == null || queue == null) {
                return false;
            }
            BfqQueue target = cooperators.find(queue, process, bio.sector(), nowNs);
            if (target != null) {
                cooperators.merge(process, queue, target, nowNs);
                queue = target;
            }
            return queue == waiting.queue;
        }

        @Override
        public @Nullable SortedRequests<BfqRequest> queueFor(Bio bio) {
            BfqProcess process = processes.find(bio.issuer());
            BfqQueue queue = process == null ? null : process.queue(bio.isSync());
            return queue == null ? null : queue.requests;
        }

        @Override
        public SortedRequests<BfqRequest> queueOf(BfqRequest waiting) {
            return waiting.queue.requests;
        }

        /** Only if it is in front of its neighbour now, it is sorted anew. */
        @Override
        public void grownInFront(BfqRequest waiting, long nowNs) {
            BfqQueue queue = waiting.queue;
            BfqRequest before = queue.requests.before(waiting);
            boolean overtakes = before != null
                    && waiting.request().sector() < before.request().sector();
            queue.requests.reposition(waiting);
            if (!overtakes) {
                return;
            }
            BfqRequest next = queue.next;
            queue.next = state.from(state.peakRate.lastPosition()).nearer(next, waiting);
            if (queue.next != next) {
                budgets.nextRequestChanged(queue, nowNs);
                cooperators.reposition(queue, nowNs);
            }
        }

        @Override
        public void joining(BfqRequest kept, BfqRequest gone, long nowNs) {
            kept.queue.requests.inheritAge(kept, gone);
            if (kept.queue.next == gone) {
                kept.queue.next = kept;
            }
            dispatch.remove(gone, nowNs);
        }
    }
}
