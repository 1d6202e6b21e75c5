package org.mqemu.blkmq.elevator.bfq;

import org.mqemu.blkmq.elevator.Tunables;
import org.mqemu.blkmq.elevator.Tunables.Tunable;

/**
 * BFQ's tunables, in sysfs's units outside and nanoseconds and sectors inside.
 *
 * <p>Source: the attributes of block/bfq-iosched.c, 6.1, with HZ=250 (timeout_sync is HZ/8, hence 124 ms). slice_idle and
 * slice_idle_us are one value; a write to one is seen in the other at the scheduler's next call.
 */
final class BfqTunables {
    private static final long INT_MAX = Integer.MAX_VALUE;
    private static final long UINT_MAX = 0xFFFF_FFFFL;
    private static final int SECTORS_PER_KIB = 2;
    private static final int US_PER_MS = 1000;
    /** strict_guarantees needs at least this. */
    private static final long STRICT_IDLE_MS = 8;

    private final Tunables all = new Tunables("bfq");
    private final Tunable fifoExpireSync = all.add("fifo_expire_sync", 125, 1, INT_MAX);
    private final Tunable fifoExpireAsync = all.add("fifo_expire_async", 250, 1, INT_MAX);
    private final Tunable backSeekMax = all.add("back_seek_max", 16 * 1024, 0, INT_MAX);
    private final Tunable backSeekPenalty = all.add("back_seek_penalty", 2, 1, INT_MAX);
    private final Tunable sliceIdle = all.add("slice_idle", 8, 0, INT_MAX);
    private final Tunable sliceIdleUs = all.add("slice_idle_us", 8000, 0, UINT_MAX * US_PER_MS);
    private final Tunable maxBudget = all.add("max_budget", 0, 0, INT_MAX);
    private final Tunable timeoutSync = all.add("timeout_sync", 124, 1, INT_MAX);
    private final Tunable strictGuarantees = all.add("strict_guarantees", 0, 0, 1);
    private final Tunable lowLatency = all.add("low_latency", 1, 0, 1);

    private long seenIdleMs = sliceIdle.get();
    private long seenIdleUs = sliceIdleUs.get();
    private boolean seenStrict;
    private boolean seenLowLatency = true;

    Tunables all() {
        return all;
    }

    /**
     * Takes notice of what was written since the last call.
     *
     * @return whether low_latency was switched off: then no weight is raised any longer
     */
    boolean refresh() {
        boolean strict = isStrict();
        if (strict && !seenStrict && sliceIdleUs.get() < STRICT_IDLE_MS * US_PER_MS) {
            all.set("slice_idle", STRICT_IDLE_MS);
        }
        seenStrict = strict;
        if (sliceIdle.get() != seenIdleMs) {
            all.set("slice_idle_us", sliceIdle.get() * US_PER_MS);
        } else if (sliceIdleUs.get() != seenIdleUs) {
            all.set("slice_idle", Math.min(INT_MAX, sliceIdleUs.get() / US_PER_MS));
        }
        seenIdleMs = sliceIdle.get();
        seenIdleUs = sliceIdleUs.get();
        boolean switchedOff = seenLowLatency && !isLowLatency();
        seenLowLatency = isLowLatency();
        return switchedOff;
    }

    long fifoExpireNs(boolean sync) {
        return (sync ? fifoExpireSync : fifoExpireAsync).get() * BfqTime.MS_NS;
    }

    long backMaxSectors() {
        return backSeekMax.get() * SECTORS_PER_KIB;
    }

    long backPenalty() {
        return backSeekPenalty.get();
    }

    long sliceIdleNs() {
        return sliceIdleUs.get() * BfqTime.NS_PER_US;
    }

    /** Returns the largest budget that the user has set, in sectors, or 0 to have it found. */
    long userMaxBudget() {
        return maxBudget.get();
    }

    long timeoutMs() {
        return timeoutSync.get();
    }

    boolean isStrict() {
        return strictGuarantees.get() != 0;
    }

    boolean isLowLatency() {
        return lowLatency.get() != 0;
    }
}
