package org.mqemu.blkmq.elevator.bfq;

import java.util.Collection;

/**
 * Raises the weight of queues whose process is likely to make somebody wait: interactive ones (idle for 2 s, or new) and
 * soft real-time ones (little I/O, at regular times), if low_latency is on.
 *
 * <p>Source: block/bfq-iosched.c of 6.1 (bfq_update_bfqq_wr_on_rq_arrival, bfq_update_wr_data,
 * bfq_bfqq_softrt_next_start), with its defaults.
 */
final class BfqRaising {
    /** What an interactive queue's weight is multiplied by (bfq_wr_coeff). */
    static final int COEFFICIENT = 30;
    /** How long a soft real-time queue is raised (bfq_wr_rt_max_time). */
    static final long SOFT_RT_NS = 300 * BfqTime.MS_NS;

    private static final int SOFT_RT_FACTOR = 100;
    private static final long MIN_IDLE_NS = 2000 * BfqTime.MS_NS;
    private static final long MIN_ASYNC_GAP_NS = 500 * BfqTime.MS_NS;
    /** Soft real-time I/O is at most as fast as high-definition video, in sectors a second. */
    private static final long SOFT_RT_RATE = 7000;

    private static final long NS_PER_S = 1000 * BfqTime.MS_NS;
    /** More sectors than an application needs to start end the raise (max_service_from_wr). */
    private static final long MOST_SECTORS = 120_000;

    private final BfqState state;

    BfqRaising(BfqState state) {
        this.state = state;
    }

    /** Returns whether a queue has had nothing to do for so long that who issues again is likely to be waited for. */
    boolean isIdleLong(BfqQueue queue, long nowNs) {
        return queue.dispatched == 0 && queue.budgetTimeoutNs + MIN_IDLE_NS < nowNs;
    }

    /** Returns whether what was learnt before a split is too fresh to be changed. */
    boolean isSplitLately(BfqQueue queue, long nowNs) {
        return queue.splitNs + MIN_IDLE_NS >= nowNs;
    }

    /**
     * What a queue that becomes busy looks like.
     *
     * @param interactive it has had nothing to do for long, or is new
     * @param softRealTime it has paused long enough since it issued
     * @param inLargeBurst it belongs to a large burst
     */
    record Looks(boolean interactive, boolean softRealTime, boolean inLargeBurst) {
        static final Looks NOTHING = new Looks(false, false, false);
    }

    /** Returns what a queue that becomes busy looks like. */
    Looks looks(BfqQueue queue, long nowNs) {
        boolean interactive = !queue.inLargeBurst && isIdleLong(queue, nowNs) && queue.hasDefaultWeight();
        return new Looks(interactive, isSoftRealTime(queue, nowNs), queue.inLargeBurst);
    }

    private static boolean isSoftRealTime(BfqQueue queue, long nowNs) {
        return !queue.seeks.isTotallySeeky()
                && !queue.inLargeBurst
                && queue.softRtNextStartNs < nowNs
                && queue.dispatched == 0
                && queue.hasDefaultWeight();
    }

    /** A queue becomes busy: raises it, or goes on with that, or ends it; its budget is set already. */
    void becomesBusy(BfqRequest waiting, Looks looks, long nowNs) {
        BfqQueue queue = waiting.queue;
        if (!state.tunables.isLowLatency() || isSplitLately(queue, nowNs)) {
            return;
        }
        int before = queue.raise.coefficient;
        if (queue.raise.isRaised()) {
            goOn(queue.raise, looks, nowNs);
        } else if (queue.sync
                && (queue.process != null || waiting.process.stablyMerged)
                && (looks.interactive() || looks.softRealTime())) {
            start(queue, looks.interactive());
        }
        if (queue.raise.coefficient != before) {
            queue.entity.prioChanged = true;
        }
    }

    private void start(BfqQueue queue, boolean interactive) {
        BfqRaise raise = queue.raise;
        if (interactive) {
            raise.servedSectors = 0;
            raiseInteractive(raise);
        } else {
            raise.interactiveStartNs = BfqTime.LONG_AGO_NS;
            raiseSoftRt(raise);
        }
        queue.entity.budget = Math.min(queue.entity.budget, 2 * state.peakRate.minBudget());
    }

    private void goOn(BfqRaise raise, Looks looks, long nowNs) {
        if (looks.interactive()) {
            raiseInteractive(raise);
        } else if (looks.inLargeBurst()) {
            raise.coefficient = 1;
        } else if (looks.softRealTime()) {
            if (!raise.isSoftRealTime()) {
                raise.interactiveStartNs = raise.startedNs;
                raiseSoftRt(raise);
            }
            raise.startedNs = nowNs;
        }
    }

    private void raiseInteractive(BfqRaise raise) {
        raise.coefficient = COEFFICIENT;
        raise.maxNs = state.peakRate.raiseNs();
    }

    private static void raiseSoftRt(BfqRaise raise) {
        raise.coefficient = COEFFICIENT * SOFT_RT_FACTOR;
        raise.maxNs = SOFT_RT_NS;
    }

    /** A busy async queue that has got nothing for a while is raised too. */
    void requestForBusy(BfqQueue queue, boolean sync, long nowNs) {
        if (state.tunables.isLowLatency()
                && !queue.raise.isRaised()
                && !sync
                && queue.raise.startedNs + MIN_ASYNC_GAP_NS < nowNs) {
            raiseInteractive(queue.raise);
            state.raisedBusy++;
            queue.entity.prioChanged = true;
        }
    }

    /** Ends the raise of a queue (bfq_bfqq_end_wr). */
    void end(BfqQueue queue, long nowNs) {
        BfqRaise raise = queue.raise;
        if (!raise.isSoftRealTime()) {
            queue.softRtNextStartNs = nowNs;
        }
        if (queue.busy && raise.isRaised()) {
            state.raisedBusy--;
        }
        raise.coefficient = 1;
        raise.maxNs = 0;
        raise.startedNs = nowNs;
        queue.entity.prioChanged = true;
    }

    /** Ends all raises: low_latency was switched off. */
    void endAll(Collection<BfqQueue> queues, long nowNs) {
        queues.forEach(queue -> end(queue, nowNs));
    }

    /** A queue has been served a request: its raise may be over (bfq_update_wr_data). */
    void served(BfqQueue queue, long nowNs) {
        BfqRaise raise = queue.raise;
        if (raise.isRaised()) {
            if (queue.inLargeBurst) {
                end(queue, nowNs);
            } else if (raise.startedNs + raise.maxNs < nowNs) {
                endOrSwitchBack(queue, nowNs);
            }
            if (raise.isRaised() && !raise.isSoftRealTime() && raise.servedSectors > MOST_SECTORS) {
                end(queue, nowNs);
            }
        }
        if ((queue.entity.weight > queue.entity.origWeight) != raise.isRaised()) {
            state.scheduler.updateWeight(queue, false);
        }
    }

    /** A soft real-time queue only seeks: it is none (bfq_update_io_seektime). */
    void seeksOnly(BfqQueue queue, long nowNs) {
        if (queue.raise.isRaised() && queue.raise.isSoftRealTime() && queue.seeks.isTotallySeeky()) {
            endOrSwitchBack(queue, nowNs);
        }
    }

    /** Ends a raise; a soft real-time one goes back to the interactive one that it has interrupted. */
    private void endOrSwitchBack(BfqQueue queue, long nowNs) {
        if (isInterruptedOver(queue.raise, nowNs)) {
            end(queue, nowNs);
        } else {
            switchBack(queue.raise);
            queue.entity.prioChanged = true;
        }
    }

    private boolean isInterruptedOver(BfqRaise raise, long nowNs) {
        return !raise.isSoftRealTime() || raise.interactiveStartNs + state.peakRate.raiseNs() < nowNs;
    }

    private void switchBack(BfqRaise raise) {
        raiseInteractive(raise);
        raise.startedNs = raise.interactiveStartNs;
    }

    /** Takes over how a queue was raised before it was merged, if that is not over (bfq_bfqq_resume_state). */
    void resume(BfqQueue queue, BfqRaise saved, long nowNs) {
        boolean wasRaised = queue.raise.isRaised();
        int coefficient = queue.raise.coefficient;
        queue.raise = new BfqRaise(saved);
        BfqRaise raise = queue.raise;
        if (!state.tunables.isLowLatency()) {
            raise.coefficient = coefficient;
        }
        if (raise.isRaised() && (queue.inLargeBurst || raise.startedNs + raise.maxNs < nowNs)) {
            if (queue.inLargeBurst || isInterruptedOver(raise, nowNs)) {
                raise.coefficient = 1;
            } else {
                switchBack(raise);
            }
        }
        queue.entity.prioChanged = true;
        if (queue.busy && wasRaised != raise.isRaised()) {
            state.raisedBusy += raise.isRaised() ? 1 : -1;
        }
    }

    /** Returns how a queue that is merged was raised, or would have been had it got its first request. */
    BfqRaise save(BfqQueue queue, long nowNs) {
        BfqRaise saved = new BfqRaise(queue.raise);
        if (queue.justCreated && !queue.inLargeBurst && state.tunables.isLowLatency()) {
            raiseInteractive(saved);
            saved.interactiveStartNs = BfqTime.LONG_AGO_NS;
            saved.startedNs = nowNs;
        }
        return saved;
    }

    /** Service starts: time in which a soft real-time queue was not served does not count. */
    void serviceStarts(BfqQueue queue, long nowNs) {
        BfqRaise raise = queue.raise;
        if (raise.startedNs < nowNs && raise.isRaised() && raise.isSoftRealTime() && queue.budgetTimeoutNs < nowNs) {
            raise.startedNs =
                    queue.budgetTimeoutNs > raise.startedNs ? raise.startedNs + nowNs - queue.budgetTimeoutNs : nowNs;
        }
    }

    /** Service ends: notes when the next request may come to show a soft real-time process. */
    void serviceEnds(BfqQueue queue, long nowNs) {
        if (!state.tunables.isLowLatency()) {
            return;
        }
        if (!queue.raise.isRaised()) {
            queue.raise.startedNs = nowNs;
        }
        if (queue.isEmpty()) {
            if (queue.dispatched == 0) {
                findSoftRtNextStart(queue, nowNs);
            } else {
                queue.softRtUpdate = true;
            }
        }
    }

    /** The last request of a queue has ended. */
    void lastEnded(BfqQueue queue, long nowNs) {
        if (queue.softRtUpdate && queue.dispatched == 0 && queue.isEmpty() && queue.raise.coefficient != COEFFICIENT) {
            findSoftRtNextStart(queue, nowNs);
        }
    }

    /** Not before the process has paused so long that its rate is that of video, nor as soon as a greedy one issues. */
    private void findSoftRtNextStart(BfqQueue queue, long nowNs) {
        long byRateNs = queue.busySinceNs + NS_PER_S * queue.servedSinceBusy / SOFT_RT_RATE;
        long byPauseNs = nowNs + state.tunables.sliceIdleNs() + 4 * BfqTime.JIFFY_NS;
        queue.softRtNextStartNs = Math.max(queue.softRtNextStartNs, Math.max(byRateNs, byPauseNs));
    }

    /** A request has come: for a queue that is not raised, or starts to be, now counts (last_wr_start_finish). */
    void requestCame(BfqQueue queue, boolean wasRaised, boolean interactive, long nowNs) {
        if (state.tunables.isLowLatency() && (!wasRaised || !queue.raise.isRaised() || interactive)) {
            queue.raise.startedNs = nowNs;
        }
    }

    /** Gives the raise of a queue to the one that it is merged into. */
    void handOver(BfqQueue from, BfqQueue to) {
        if (!from.raise.isRaised()) {
            return;
        }
        if (!to.raise.isRaised()) {
            long served = to.raise.servedSectors;
            to.raise = new BfqRaise(from.raise);
            to.raise.servedSectors = served;
            to.entity.prioChanged = true;
            state.raisedBusy += to.busy ? 1 : 0;
        }
        from.raise.coefficient = 1;
        from.entity.prioChanged = true;
        state.raisedBusy -= from.busy ? 1 : 0;
    }
}
