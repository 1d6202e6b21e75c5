package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * How fast the device is at its best, found from the requests that it is given, and what follows from that: the largest
 * budget, and how long weights are raised.
 *
 * <p>Source: bfq_update_peak_rate, bfq_update_rate_reset and bfq_calc_max_budget of block/bfq-iosched.c, 6.1. Rates are in
 * sectors a microsecond, shifted left by 16 bits.
 */
final class BfqPeakRate {
    private static final int SHIFT = 16;
    private static final int MIN_SAMPLES = 32;
    private static final long MIN_INTERVAL_NS = 300 * BfqTime.MS_NS;
    private static final long INTERVAL_NS = 1000 * BfqTime.MS_NS;
    private static final long LONG_IDLE_NS = 100 * BfqTime.MS_NS;
    /** A rate of more than 20 sectors a microsecond is a mistake. */
    private static final long UNLIKELY = 20L << SHIFT;

    private static final int DEFAULT_MAX_BUDGET = 16 * 1024;
    /** So many budgets, weighed, are enough to trust the rate (bfq_stats_min_budgets). */
    private static final int ENOUGH_BUDGETS = 194;

    private static final int MIN_BUDGET_PART = 32;
    private static final long LEAST_RAISE_NS = 3000 * BfqTime.MS_NS;
    private static final long MOST_RAISE_NS = 25_000 * BfqTime.MS_NS;

    /** The rate of the reference device (ref_rate), with heads and without. */
    private static final int REF_RATE_ROTATIONAL = 14_000;

    private static final int REF_RATE = 33_000;
    /** How long its largest application took to start (ref_wr_duration). */
    private static final long REF_RAISE_ROTATIONAL_NS = 7000 * BfqTime.MS_NS;

    private static final long REF_RAISE_NS = 2500 * BfqTime.MS_NS;

    private final BfqTunables tunables;
    private final boolean rotational;
    private long rate;
    private long foundMaxBudget = DEFAULT_MAX_BUDGET;
    private long foundForTimeoutMs;
    private int budgets;

    private int samples;
    private int sequentialSamples;
    private long sectors;
    private int largest;
    private long firstNs;
    private long lastNs;
    private long lastEndNs;
    private long spanNs;
    private long lastPosition;

    BfqPeakRate(BfqTunables tunables, boolean rotational) {
        this.tunables = tunables;
        this.rotational = rotational;
        this.rate = (rotational ? REF_RATE_ROTATIONAL : REF_RATE) * 2L / 3;
        this.foundForTimeoutMs = tunables.timeoutMs();
    }

    /** A budget has been given to a queue. */
    void budgetAssigned() {
        budgets = (budgets * 7 + 256) / 8;
    }

    boolean isTrusted() {
        return budgets >= ENOUGH_BUDGETS;
    }

    /** Returns the largest budget as it is set or found now, in sectors (bfqd->bfq_max_budget). */
    long maxBudget() {
        long user = tunables.userMaxBudget();
        if (user > 0) {
            return user;
        }
        if (tunables.timeoutMs() != foundForTimeoutMs) {
            findMaxBudget();
        }
        return foundMaxBudget;
    }

    private void findMaxBudget() {
        foundForTimeoutMs = tunables.timeoutMs();
        foundMaxBudget = (rate * 1000 * foundForTimeoutMs) >> SHIFT;
    }

    /** Returns the largest budget, or the default one before enough is known (bfq_max_budget). */
    long safeMaxBudget() {
        return isTrusted() ? maxBudget() : DEFAULT_MAX_BUDGET;
    }

    long minBudget() {
        return safeMaxBudget() / MIN_BUDGET_PART;
    }

    /** Returns how long an interactive queue is raised: the longer, the slower the device is (bfq_wr_duration). */
    long raiseNs() {
        long product = rotational ? REF_RATE_ROTATIONAL * REF_RAISE_ROTATIONAL_NS : REF_RATE * REF_RAISE_NS;
        return Math.max(LEAST_RAISE_NS, Math.min(product / rate, MOST_RAISE_NS));
    }

    /** Returns where the last request given out ends. */
    long lastPosition() {
        return lastPosition;
    }

    /** Returns when a request ended last. */
    long lastEndNs() {
        return lastEndNs;
    }

    /**
     * A request is given out.
     *
     * @param request the request
     * @param inDriver requests in the driver, without it
     * @param seek whether it is far from the last one
     */
    void dispatched(Request request, int inDriver, boolean seek, long nowNs) {
        if (samples == 0) {
            restart(request, nowNs);
        } else if (nowNs - lastNs > LONG_IDLE_NS && inDriver == 0) {
            close(request, nowNs);
        } else {
            samples++;
            if ((inDriver > 0 || nowNs - lastEndNs < BfqTime.MIN_THINK_NS) && !seek) {
                sequentialSamples++;
            }
            sectors += request.sectors();
            largest = samples % MIN_SAMPLES == 0 ? request.sectors() : Math.max(largest, request.sectors());
            spanNs = nowNs - firstNs;
            if (spanNs >= INTERVAL_NS) {
                close(request, nowNs);
            }
        }
        lastPosition = request.sector() + request.sectors();
        lastNs = nowNs;
    }

    /** A request has ended; one that was so slow that the device must have done something else ends the interval. */
    void ended(long nowNs) {
        long us = (nowNs - lastEndNs) / BfqTime.NS_PER_US;
        if (us > BfqTime.MIN_THINK_NS / BfqTime.NS_PER_US && ((long) largest << SHIFT) / us < 1L << (SHIFT - 10)) {
            close(null, nowNs);
        }
        lastEndNs = nowNs;
    }

    /** Ends an interval, with a new rate if it was good enough, and starts another. */
    private void close(@Nullable Request request, long nowNs) {
        if (samples >= MIN_SAMPLES && spanNs >= MIN_INTERVAL_NS) {
            spanNs = Math.max(spanNs, lastEndNs - firstNs);
            long measured = (sectors << SHIFT) / (spanNs / BfqTime.NS_PER_US);
            boolean sequential = sequentialSamples >= ((3 * samples) >> 2);
            if ((sequential || measured > rate) && measured <= UNLIKELY) {
                learn(measured);
            }
        }
        restart(request, nowNs);
    }

    /** The longer the interval and the more sequential, the more it counts: a half at most, a tenth at least. */
    private void learn(long measured) {
        long weight = 9L * sequentialSamples / samples;
        weight = Math.min(8, weight * spanNs / INTERVAL_NS);
        long divisor = 10 - weight;
        rate = Math.max(1, rate * (divisor - 1) / divisor + measured / divisor);
        findMaxBudget();
    }

    private void restart(@Nullable Request request, long nowNs) {
        if (request == null) {
            samples = 0;
            return;
        }
        firstNs = nowNs;
        samples = 1;
        sequentialSamples = 0;
        sectors = request.sectors();
        largest = request.sectors();
    }
}
