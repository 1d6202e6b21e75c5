package org.mqemu.blkmq.elevator.cfq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.Elevator;
import org.mqemu.blkmq.elevator.Tunables;
import org.mqemu.blkmq.elevator.fair.OwnMerges;
import org.mqemu.blkmq.elevator.fair.SortedRequests;

/**
 * The CFQ elevator: each process has a queue of its own, and the disk for a slice of time, during which it is kept for
 * it even while it thinks.
 *
 * <p>Source: block/cfq-iosched.c of 3.15 to 4.5, with HZ=1000, but times that do not step with jiffies. There is one
 * group and no cgroup. Sync queues belong to the process that issues ({@link Request#issuer()}), async ones to a
 * priority. The default of slice_idle is 8 on any device, as before 4.2; 4.2 and later set it to 0 on a device without
 * heads, which a write to the tunable does here.
 *
 * <p>Not there, because nothing here issues it: REQ_PRIO (metadata first), REQ_NOIDLE, and processes that exit (their
 * queue is kept for them for one slice_idle more). may_queue is not asked: it would let a process that the disk is kept
 * for have a request beyond nr_requests. Two requests are joined only within a queue, as since 4.9.
 *
 * <p>A request inserted at the head goes out next, and counts for no queue; so does one that comes back from the driver,
 * but its queue has counted it before. Locks: the queue_lock.
 */
public final class CfqElevator implements Elevator {
    private final CfqState state;
    private final CfqService service;
    private final CfqDispatchLimit limit;
    private final CfqArrivals arrivals;
    private final CfqCompletions completions;
    private final CfqProcesses processes = new CfqProcesses();
    private final OwnMerges<CfqRequest> merges = new OwnMerges<>(new Rules());
    private final ArrayDeque<Request> head = new ArrayDeque<>();

    /**
     * Creates an empty elevator.
     *
     * @param rotational whether the device has heads to move (queue/rotational): a device without, that takes several
     *     requests at once, is never kept idle
     */
    public CfqElevator(boolean rotational) {
        state = new CfqState(rotational);
        CfqIdling idling = new CfqIdling(state);
        CfqCooperators cooperators = new CfqCooperators(state);
        CfqWorkload workload = new CfqWorkload(state);
        service = new CfqService(state, idling, cooperators, workload);
        limit = new CfqDispatchLimit(state, idling);
        arrivals = new CfqArrivals(state, idling, workload, service);
        completions = new CfqCompletions(state, idling, cooperators, service);
    }

    @Override
    public String name() {
        return "cfq";
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        service.onIdleTimer(nowNs);
        return merges.merge(limits, bio, cpu, nowNs);
    }

    @Override
    public @Nullable Request takeJoined() {
        return merges.takeJoined();
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        service.onIdleTimer(nowNs);
        CfqRequest before = data(request);
        if (atHead || (before != null && before.dispatched)) {
            head.addFirst(request);
            return true;
        }
        CfqRequest waiting = processes.bind(request, nowNs);
        CfqQueue queue = waiting.queue;
        if (merges.insert(limits, request, queue.requests, nowNs)) {
            return false;
        }
        queue.setPriority(request.priority());
        queue.requests.add(waiting, nowNs + state.tunables.fifoExpireNs(request.isSync()));
        merges.add(request);
        state.waiting++;
        sorted(waiting, nowNs);
        arrivals.enqueued(waiting, nowNs);
        return true;
    }

    /** A request has a new place in its queue, which may make it the next one (cfq_add_rq_rb). */
    private void sorted(CfqRequest waiting, long nowNs) {
        CfqQueue queue = waiting.queue;
        if (!queue.onRr) {
            state.roundRobin.add(queue, nowNs);
        }
        CfqRequest before = queue.next;
        queue.next = state.from(state.lastPosition).nearer(before, waiting);
        if (queue.next != before) {
            state.roundRobin.reposition(queue);
        }
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        service.onIdleTimer(nowNs);
        Request first = head.poll();
        if (first != null) {
            activate(first);
            return first;
        }
        if (state.roundRobin.busy() == 0) {
            return null;
        }
        CfqQueue queue = service.select(nowNs);
        if (queue == null || !limit.allows(queue, nowNs)) {
            return null;
        }
        CfqRequest chosen = takeExpired(queue, nowNs);
        if (chosen == null) {
            chosen = queue.next;
        }
        return chosen == null ? null : dispatch(queue, chosen, nowNs);
    }

    /** Returns the oldest request if it has waited too long, looked at once a slice (cfq_check_fifo). */
    private static @Nullable CfqRequest takeExpired(CfqQueue queue, long nowNs) {
        if (queue.fifoChecked) {
            return null;
        }
        queue.fifoChecked = true;
        CfqRequest oldest = queue.requests.oldest();
        return oldest != null && queue.requests.isExpired(oldest, nowNs) ? oldest : null;
    }

    private Request dispatch(CfqQueue queue, CfqRequest chosen, long nowNs) {
        Request request = chosen.request();
        queue.next = state.from(request.sector()).next(queue.requests, chosen);
        remove(chosen);
        merges.remove(request);
        chosen.dispatched = true;
        state.inFlight(queue, 1);
        activate(request);
        if (state.activeProcess == null) {
            state.activeProcess = chosen.process;
        }
        queue.sliceDispatched++;
        queue.mustDispatch = false;
        boolean asyncIsDone = !queue.sync && queue.sliceDispatched >= state.slices.mostAsyncRequests(queue);
        if (state.roundRobin.busy() > 1 && (asyncIsDone || queue.isIdleClass())) {
            queue.sliceEndNs = nowNs + CfqState.JIFFY_NS;
            service.expire(false, nowNs);
        }
        return request;
    }

    /** A request is about to go to the driver (cfq_activate_request). */
    private void activate(Request request) {
        CfqRequest given = data(request);
        if (given != null && given.dispatched) {
            given.inDriver = true;
            state.inDriver++;
            state.lastPosition = request.sector() + request.sectors();
        }
    }

    private static @Nullable CfqRequest data(Request request) {
        return (CfqRequest) request.elevatorData();
    }

    private void remove(CfqRequest leaving) {
        CfqQueue queue = leaving.queue;
        if (queue.next == leaving) {
            queue.next = state.from(leaving.request().sector()).next(queue.requests, leaving);
        }
        queue.requests.remove(leaving);
        state.waiting--;
        if (queue.isEmpty()) {
            state.roundRobin.leavePosition(queue);
        }
    }

    @Override
    public void requeued(Request request, long nowNs) {
        CfqRequest given = data(request);
        if (given != null && given.inDriver) {
            given.inDriver = false;
            state.inDriver--;
        }
    }

    @Override
    public void completed(Request request, long nowNs) {
        service.onIdleTimer(nowNs);
        CfqRequest given = data(request);
        if (given != null && given.dispatched) {
            completions.completed(given, nowNs);
        }
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
    public Tunables tunables() {
        return state.tunables.all();
    }

    /** What merging asks CFQ. */
    private final class Rules implements OwnMerges.Rules<CfqRequest> {
        @Override
        public CfqRequest waiting(Request request) {
            CfqRequest waiting = data(request);
            if (waiting == null) {
                throw new IllegalStateException("a request that CFQ does not know");
            }
            return waiting;
        }

        @Override
        public boolean mayMerge(CfqRequest waiting, Bio bio, long nowNs) {
            return (waiting.request().isSync() || !bio.isSync()) && waiting.queue == processes.queueFor(bio);
        }

        @Override
        public @Nullable SortedRequests<CfqRequest> queueFor(Bio bio) {
            CfqQueue queue = processes.queueFor(bio);
            return queue == null ? null : queue.requests;
        }

        @Override
        public SortedRequests<CfqRequest> queueOf(CfqRequest waiting) {
            return waiting.queue.requests;
        }

        @Override
        public void grownInFront(CfqRequest waiting, long nowNs) {
            waiting.queue.requests.reposition(waiting);
            sorted(waiting, nowNs);
        }

        @Override
        public void joining(CfqRequest kept, CfqRequest gone, long nowNs) {
            kept.queue.requests.inheritAge(kept, gone);
            if (kept.queue.next == gone) {
                kept.queue.next = kept;
            }
            remove(gone);
        }
    }
}
