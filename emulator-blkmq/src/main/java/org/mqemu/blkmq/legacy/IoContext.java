package org.mqemu.blkmq.legacy;

/**
 * What a task may take beyond nr_requests once it has waited for a request (io_context): a batch, for a short time, so
 * that it does not sleep for every single one.
 *
 * <p>A task batches on all queues at once. Source: block/blk-core.c of 3.15, ioc_batching and ioc_set_batching.
 */
final class IoContext {
    /** Requests of a batch (BLK_BATCH_REQ). */
    static final int BATCH_REQUESTS = 32;

    /** How long a batch lasts, in nanoseconds (BLK_BATCH_TIME, HZ / 50). */
    static final long BATCH_NS = 20_000_000;

    private int left;
    private long sinceNs;

    /** Returns whether the task batches; its first request may come at any time, so that no wake-up is wasted. */
    boolean batches(long nowNs) {
        return left == BATCH_REQUESTS || (left > 0 && nowNs < sinceNs + BATCH_NS);
    }

    /** Begins a batch unless one is under way. */
    void begin(long nowNs) {
        if (!batches(nowNs)) {
            left = BATCH_REQUESTS;
            sinceNs = nowNs;
        }
    }

    /** The task has got a request. */
    void took(long nowNs) {
        if (batches(nowNs)) {
            left--;
        }
    }
}
