package org.mqemu.blkmq.elevator.cfq;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.Positions;
import org.mqemu.blkmq.elevator.fair.SeekHistory;

/** What a request that comes tells about its process, and whether it is served at once (cfq_rq_enqueued). */
final class CfqArrivals {
    /** So many requests that wait at once make a queue a deep one. */
    private static final int DEEP = 4;

    private static final int SECTORS_PER_PAGE = 8;

    private final CfqState state;
    private final CfqIdling idling;
    private final CfqWorkload workload;
    private final CfqService service;

    CfqArrivals(CfqState state, CfqIdling idling, CfqWorkload workload, CfqService service) {
        this.state = state;
        this.idling = idling;
        this.workload = workload;
        this.service = service;
    }

    /** A request has been put into its queue. */
    void enqueued(CfqRequest waiting, long nowNs) {
        CfqQueue queue = waiting.queue;
        Request request = waiting.request();
        updateThinkTimes(queue, waiting.process, nowNs);
        updateSeeks(queue, request);
        updateIdleWindow(queue, waiting.process);
        queue.seeks.endedAt(request.sector() + request.sectors());
        CfqQueue active = state.active;
        if (queue == active) {
            if (queue.waitRequest) {
                endWait(queue, request);
            }
        } else if (active != null && mayPreempt(active, queue, request, nowNs)) {
            service.preempt(queue, nowNs);
        }
    }

    /** The queue being served got what the disk was kept for; a small one waits for more, unless others wait. */
    private void endWait(CfqQueue queue, Request request) {
        if (request.sectors() > SECTORS_PER_PAGE || state.roundRobin.busy() > 1) {
            idling.stop();
            queue.waitRequest = false;
        } else {
            queue.mustDispatch = true;
        }
    }

    private void updateThinkTimes(CfqQueue queue, CfqProcess process, long nowNs) {
        long mostNs = 2 * state.tunables.sliceIdleNs();
        CfqServiceTree tree = queue.tree;
        if (queue.sync && tree != null) {
            process.thinkTime.requested(nowNs, mostNs);
            tree.thinkTime.requested(nowNs, mostNs);
        }
        state.groupThinkTime.requested(nowNs, 2 * state.tunables.groupIdleNs());
    }

    private void updateSeeks(CfqQueue queue, Request request) {
        boolean seek = state.rotational
                ? queue.seeks.distance(request.sector()) > SeekHistory.SEEK_SECTORS
                : request.sectors() < SeekHistory.SMALL_SECTORS;
        queue.seeks.add(seek);
    }

    /** No disk is kept for a process that thinks long, or seeks so much that it does not matter. */
    private void updateIdleWindow(CfqQueue queue, CfqProcess process) {
        if (!queue.sync || queue.isIdleClass()) {
            return;
        }
        if (queue.requests.size() >= DEEP) {
            queue.deep = true;
        }
        long idleNs = state.tunables.sliceIdleNs();
        if (idleNs == 0 || (!queue.deep && queue.seeks.isSeeky())) {
            queue.idleWindow = false;
        } else if (process.thinkTime.isKnown()) {
            queue.idleWindow = process.thinkTime.meanNs() <= idleNs;
        }
    }

    /** Returns whether a queue that got a request takes the disk from the one being served (cfq_should_preempt). */
    private boolean mayPreempt(CfqQueue active, CfqQueue queue, Request request, long nowNs) {
        if (queue.isIdleClass()) {
            return false;
        }
        if (active.isIdleClass()) {
            return true;
        }
        if (active.isRt() && !queue.isRt()) {
            return false;
        }
        if ((request.isSync() && !active.sync) || state.slices.isUsed(active, nowNs)) {
            return true;
        }
        if (isKeptForTree(active, queue) || (queue.isRt() && !active.isRt())) {
            return true;
        }
        if (active.isEmpty() && !idling.isWorth(active)) {
            return true;
        }
        return state.activeProcess != null
                && active.waitRequest
                && Math.abs(request.sector() - state.lastPosition) <= Positions.CLOSE_SECTORS;
    }

    /** Whether the disk is kept for any queue of the sync-noidle tree, and this is one. */
    private boolean isKeptForTree(CfqQueue active, CfqQueue queue) {
        return workload.type() == WorkloadType.SYNC_NOIDLE
                && queue.type() == WorkloadType.SYNC_NOIDLE
                && queue.tree != null
                && queue.tree.count() == 2
                && active.isEmpty();
    }
}
