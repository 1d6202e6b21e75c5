package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.SeekHistory;

/**
 * Serves requests of other queues while the device is kept for one that is empty, if that does not delay it.
 *
 * <p>How many may be in flight is found by measuring what the first request that then comes takes, with and without
 * them: half as much again is too much. Source: block/bfq-iosched.c of 6.1 (bfq_update_inject_limit,
 * bfq_choose_bfqq_for_injection, bfq_select_queue).
 */
final class BfqInjection {
    private static final long RESET_NS = 1000 * BfqTime.MS_NS;
    private static final long SAMPLE_GAP_NS = 10 * BfqTime.MS_NS;
    private static final long SETTLE_NS = 100 * BfqTime.MS_NS;

    private final BfqState state;
    private final BfqIdling idling;

    /** Since when the queue being served has a request again, whose end is being measured. */
    private long sinceNs;
    /** Whether the next request of the queue being served is the one to measure (wait_dispatch). */
    private boolean waitsForDispatch;
    /** The request that is being measured, or null (waited_rq). */
    private @Nullable BfqRequest measured;
    /** Whether others were injected meanwhile (rqs_injected). */
    private boolean injected;

    BfqInjection(BfqState state, BfqIdling idling) {
        this.state = state;
        this.idling = idling;
    }

    /** A queue gets a request while it has none. */
    void firstRequest(BfqQueue queue, long nowNs) {
        BfqInjectLimit limit = queue.injectLimit;
        if (limit.loweredNs + RESET_NS <= nowNs) {
            reset(queue, nowNs);
        }
        boolean alone = state.inDriver == 0;
        if (queue == state.inService
                && (alone || (limit.baseNs > 0 && injected))
                && limit.loweredNs + SAMPLE_GAP_NS <= nowNs) {
            sinceNs = nowNs;
            waitsForDispatch = true;
            if (alone) {
                injected = false;
            }
        }
    }

    /** Starts anew: 0 for a queue that issues again at once, else 1. */
    private void reset(BfqQueue queue, long nowNs) {
        queue.injectLimit.baseNs = 0;
        queue.injectLimit.limit = queue.shortThinkTime ? 0 : 1;
        queue.injectLimit.loweredNs = nowNs;
        measured = null;
    }

    /** A queue's think time has become short or long. */
    void thinkTimeChanged(BfqQueue queue, long nowNs) {
        boolean settled = queue.injectLimit.loweredNs + SETTLE_NS <= nowNs;
        if (queue.injectLimit.baseNs == 0 && (settled || !queue.shortThinkTime)) {
            reset(queue, nowNs);
        }
    }

    /** A request of the queue being served is given out. */
    void dispatched(BfqRequest request) {
        if (waitsForDispatch) {
            waitsForDispatch = false;
            measured = request;
        }
    }

    /** A request has ended, which the driver still counts. */
    void ended(BfqRequest request, long nowNs) {
        if (request == measured) {
            learn(request.queue, nowNs - sinceNs, nowNs);
            measured = null;
            injected = false;
        }
    }

    private void learn(BfqQueue queue, long tookNs, long nowNs) {
        BfqInjectLimit limit = queue.injectLimit;
        int before = limit.limit;
        if (limit.baseNs > 0 && injected) {
            long mostNs = limit.baseNs * 3 / 2;
            if (tookNs >= mostNs && before > 0) {
                limit.limit--;
                limit.loweredNs = nowNs;
            } else if (tookNs < mostNs && before <= state.hwTag.most()) {
                limit.limit++;
            }
        }
        boolean alone = state.inDriver == 1;
        if ((limit.baseNs == 0 && alone) || tookNs < limit.baseNs) {
            if (limit.baseNs == 0) {
                limit.limit = Math.max(1, before);
            }
            limit.baseNs = tookNs;
        } else if (!injected && alone) {
            limit.baseNs = tookNs;
        }
    }

    /** Service ends: nothing is measured any longer. */
    void serviceEnds() {
        waitsForDispatch = false;
        measured = null;
        injected = false;
    }

    /** Returns the queue to take a request of while the device is kept for the one being served, or null. */
    @Nullable BfqQueue choose(BfqQueue inService, long nowNs) {
        BfqQueue own = inService.process == null ? null : inService.process.async;
        if (mayInject(own) && isOf(own, inService.process)) {
            return own;
        }
        BfqQueue waker = inService.waker.queue;
        if (mayInject(waker)) {
            return waker;
        }
        BfqQueue woken = inService.woken.peek();
        if (mayInject(woken)) {
            return woken;
        }
        boolean tolerates = !inService.raise.isRaised() || state.raisedBusy > 1 || !inService.shortThinkTime;
        return tolerates && !idling.boostsThroughput(inService) ? chooseAny(inService, nowNs) : null;
    }

    private boolean mayInject(@Nullable BfqQueue queue) {
        return queue != null && queue.busy && fits(queue);
    }

    private boolean fits(BfqQueue queue) {
        return queue.next != null && state.charge(queue.next) <= queue.entity.budgetLeft();
    }

    private static boolean isOf(@Nullable BfqQueue queue, @Nullable BfqProcess process) {
        return queue != null && queue.next != null && queue.next.process == process;
    }

    private @Nullable BfqQueue chooseAny(BfqQueue inService, long nowNs) {
        int limit = inService.injectLimit.limit;
        if (limit == 0
                && inService.injectLimit.baseNs == 0
                && inService.waitRequest
                && state.idlingStartNs + state.tunables.sliceIdleNs() <= nowNs) {
            limit = 1;
        }
        if (state.inDriver >= limit) {
            return null;
        }
        boolean always = !inService.raise.isRaised() || !inService.shortThinkTime;
        for (int i = state.scheduler.active().size() - 1; i >= 0; i--) {
            BfqQueue queue = state.scheduler.active().get(i);
            BfqRequest next = queue.next;
            if (next != null && (always || queue.raise.isRaised()) && fits(queue)) {
                boolean large = !state.rotational && next.request().sectors() >= SeekHistory.SMALL_SECTORS;
                limit = large ? Math.min(1, limit) : inService.injectLimit.limit;
                if (state.inDriver < limit) {
                    injected = true;
                    return queue;
                }
            }
        }
        return null;
    }
}
