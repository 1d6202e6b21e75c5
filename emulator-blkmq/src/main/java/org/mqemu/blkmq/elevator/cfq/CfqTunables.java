package org.mqemu.blkmq.elevator.cfq;

import org.mqemu.blkmq.elevator.Tunables;
import org.mqemu.blkmq.elevator.Tunables.Tunable;

/**
 * CFQ's tunables, in sysfs's units outside and nanoseconds and sectors inside.
 *
 * <p>Source: the attributes of block/cfq-iosched.c, 3.15, with HZ=1000. The kernel takes times up to UINT_MAX ms; here
 * they end at 1000 s.
 */
final class CfqTunables {
    private static final long NS_PER_MS = 1_000_000;
    private static final long MOST_MS = 1_000_000;
    private static final long UINT_MAX = 0xFFFF_FFFFL;
    private static final int SECTORS_PER_KIB = 2;

    private final Tunables all = new Tunables("cfq");
    private final Tunable quantum = all.add("quantum", 8, 1, Integer.MAX_VALUE);
    private final Tunable fifoExpireSync = all.add("fifo_expire_sync", 125, 1, MOST_MS);
    private final Tunable fifoExpireAsync = all.add("fifo_expire_async", 250, 1, MOST_MS);
    private final Tunable backSeekMax = all.add("back_seek_max", 16 * 1024, 0, UINT_MAX);
    private final Tunable backSeekPenalty = all.add("back_seek_penalty", 2, 1, Integer.MAX_VALUE);
    private final Tunable sliceSync = all.add("slice_sync", 100, 1, MOST_MS);
    private final Tunable sliceAsync = all.add("slice_async", 40, 1, MOST_MS);
    private final Tunable sliceAsyncRq = all.add("slice_async_rq", 2, 1, Integer.MAX_VALUE / 16);
    private final Tunable sliceIdle = all.add("slice_idle", 8, 0, MOST_MS);
    private final Tunable groupIdle = all.add("group_idle", 8, 0, MOST_MS);
    private final Tunable lowLatency = all.add("low_latency", 1, 0, 1);
    private final Tunable targetLatency = all.add("target_latency", 300, 1, MOST_MS);

    Tunables all() {
        return all;
    }

    int quantum() {
        return (int) quantum.get();
    }

    long fifoExpireNs(boolean sync) {
        return (sync ? fifoExpireSync : fifoExpireAsync).get() * NS_PER_MS;
    }

    long backMaxSectors() {
        return backSeekMax.get() * SECTORS_PER_KIB;
    }

    long backPenalty() {
        return backSeekPenalty.get();
    }

    long sliceNs(boolean sync) {
        return (sync ? sliceSync : sliceAsync).get() * NS_PER_MS;
    }

    int sliceAsyncRq() {
        return (int) sliceAsyncRq.get();
    }

    long sliceIdleNs() {
        return sliceIdle.get() * NS_PER_MS;
    }

    long groupIdleNs() {
        return groupIdle.get() * NS_PER_MS;
    }

    boolean lowLatency() {
        return lowLatency.get() != 0;
    }

    long targetLatencyNs() {
        return targetLatency.get() * NS_PER_MS;
    }
}
