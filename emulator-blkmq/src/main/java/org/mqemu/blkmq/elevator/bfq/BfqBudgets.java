package org.mqemu.blkmq.elevator.bfq;

/** How many sectors a queue may be served in a row: found from how it used its last budget. */
final class BfqBudgets {
    private static final long SHORT_US = 1000;
    private static final long LONG_US = 20_000;
    private static final long DEFAULT_SLICE_IDLE_MS = 8;

    private final BfqState state;

    BfqBudgets(BfqState state) {
        this.state = state;
    }

    /** Returns what a new queue starts with. */
    long first() {
        return 2 * state.peakRate.safeMaxBudget() / 3;
    }

    /** Finds a queue's next budget from the reason why its service ends (__bfq_bfqq_recalc_budget). */
    void recalculate(BfqQueue queue, BfqExpiration reason) {
        BfqPeakRate peakRate = state.peakRate;
        long least = peakRate.minBudget();
        long most = peakRate.maxBudget();
        long budget = queue.raise.isRaised() ? 2 * least : queue.maxBudget;
        if (!queue.sync) {
            budget = most;
        } else if (!queue.raise.isRaised()) {
            if (reason == BfqExpiration.PREEMPTED) {
                return;
            }
            budget = adapted(queue, reason, budget, least, most);
        }
        queue.maxBudget = budget;
        if (peakRate.isTrusted() && state.tunables.userMaxBudget() == 0) {
            queue.maxBudget = Math.min(budget, most);
        }
        BfqRequest next = queue.next;
        if (next != null) {
            queue.entity.budget = Math.max(queue.maxBudget, state.charge(next));
        }
    }

    private static long adapted(BfqQueue queue, BfqExpiration reason, long budget, long least, long most) {
        return switch (reason) {
            case TOO_IDLE -> {
                if (queue.dispatched > 0) {
                    yield Math.min(budget * 2, most);
                }
                yield budget > 5 * least ? budget - 4 * least : least;
            }
            case BUDGET_TIMEOUT -> Math.min(budget * 2, most);
            case BUDGET_EXHAUSTED -> Math.min(budget * 4, most);
            case NO_MORE_REQUESTS -> Math.max(queue.entity.service, least);
            case PREEMPTED -> budget;
        };
    }

    /** A queue that waits has another next request, for which its budget must do (bfq_updated_next_req). */
    void nextRequestChanged(BfqQueue queue, long nowNs) {
        BfqRequest next = queue.next;
        if (next == null || queue == state.inService) {
            return;
        }
        BfqEntity entity = queue.entity;
        long budget = Math.max(Math.max(queue.maxBudget, state.charge(next)), entity.service);
        if (entity.budget != budget) {
            entity.budget = budget;
            state.scheduler.activate(queue, false, false, nowNs);
        }
    }

    /** Sectors of a queue are served. */
    void served(BfqQueue queue, long sectors, long nowNs) {
        if (queue.servedSinceBusy == 0) {
            queue.firstServedNs = nowNs;
        }
        if (queue.raise.isRaised()) {
            queue.raise.servedSectors += sectors;
        }
        queue.servedSinceBusy += sectors;
        state.scheduler.served(queue, sectors);
    }

    /**
     * Charges a queue for the time that it was served, if it is slow or has timed out with a good part of its budget
     * left: such queues share time, not sectors.
     *
     * @param untilNs when its service has ended
     */
    void chargeTime(BfqQueue queue, BfqExpiration reason, long untilNs, long nowNs) {
        long us = (untilNs - state.serviceStartNs) / BfqTime.NS_PER_US;
        boolean timedOut =
                reason == BfqExpiration.BUDGET_TIMEOUT && queue.entity.budgetLeft() >= queue.entity.budget / 3;
        if (queue.raise.isRaised() || !(isSlow(queue, us) || timedOut)) {
            return;
        }
        BfqEntity entity = queue.entity;
        long timeoutMs = state.tunables.timeoutMs();
        long chargedMs = Math.min(chargeableMs(queue, us), timeoutMs);
        long total = Math.max(state.peakRate.maxBudget() * chargedMs / timeoutMs, entity.service);
        entity.budget = Math.max(entity.budget, total);
        served(queue, total - entity.service, nowNs);
    }

    /** Returns whether a queue was slow: by its rate if it was served for long, else by its seeks (bfq_bfqq_is_slow). */
    private boolean isSlow(BfqQueue queue, long us) {
        if (!queue.sync) {
            return false;
        }
        return us > LONG_US ? queue.entity.service < state.peakRate.maxBudget() / 2 : queue.seeks.isSeeky();
    }

    private long chargeableMs(BfqQueue queue, long us) {
        if (!queue.sync) {
            return 0;
        }
        if (us < SHORT_US) {
            return state.rotational ? DEFAULT_SLICE_IDLE_MS : BfqTime.MIN_THINK_NS / BfqTime.MS_NS;
        }
        return us / 1000;
    }
}
