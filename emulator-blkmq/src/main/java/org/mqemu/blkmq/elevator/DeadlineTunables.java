package org.mqemu.blkmq.elevator;

import org.mqemu.api.hardware.Op;

/** The tunables that all deadline schedulers have, with the kernel's defaults; times are in milliseconds in sysfs. */
final class DeadlineTunables {
    private static final long NS_PER_MS = 1_000_000L;
    private static final long READ_EXPIRE_MS = 500;
    private static final long WRITE_EXPIRE_MS = 5000;
    private static final int WRITES_STARVED = 2;
    private static final int FIFO_BATCH = 16;

    private final Tunables tunables;
    private final Tunables.Tunable readExpireMs;
    private final Tunables.Tunable writeExpireMs;
    private final Tunables.Tunable writesStarved;
    private final Tunables.Tunable frontMerges;
    private final Tunables.Tunable fifoBatch;

    /**
     * Adds them to an empty set.
     *
     * @param tunables the scheduler's set
     */
    DeadlineTunables(Tunables tunables) {
        this.tunables = tunables;
        readExpireMs = tunables.add("read_expire", READ_EXPIRE_MS, 0, Integer.MAX_VALUE);
        writeExpireMs = tunables.add("write_expire", WRITE_EXPIRE_MS, 0, Integer.MAX_VALUE);
        writesStarved = tunables.add("writes_starved", WRITES_STARVED, Integer.MIN_VALUE, Integer.MAX_VALUE);
        frontMerges = tunables.add("front_merges", 1, 0, 1);
        fifoBatch = tunables.add("fifo_batch", FIFO_BATCH, 0, Integer.MAX_VALUE);
    }

    Tunables all() {
        return tunables;
    }

    /** Returns how long a request may wait before it is preferred, in nanoseconds. */
    long expireNs(Op op) {
        return (DeadlineQueue.isWrite(op) ? writeExpireMs : readExpireMs).get() * NS_PER_MS;
    }

    /** Returns how many batches of reads may go before waiting writes. */
    long writesStarved() {
        return writesStarved.get();
    }

    /** Returns whether a bio may be merged in front of any request. */
    boolean frontMerges() {
        return frontMerges.get() != 0;
    }

    /** Returns the length of a batch, in requests. */
    long fifoBatch() {
        return fifoBatch.get();
    }
}
