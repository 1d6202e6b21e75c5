package org.mqemu.blkmq.mq;

/**
 * The rules by which generations of blk-mq differ, from 4.12 (schedulers, one way of dispatching) on.
 *
 * @param plugMax requests of a plug at which it is flushed before the next one (BLK_MAX_REQUEST_COUNT), twice as many
 *     if they belong to several queues
 * @param plugFlushBytes a plugged request of this size flushes the plug before the next one, 0 for none
 *     (BLK_PLUG_FLUSH_SIZE)
 * @param plugNewestOnly whether a bio is tried on a queue's newest plugged request alone, and the plug is worked off
 *     from its newest request when requests are issued directly (since 5.16, which made it a singly linked list)
 * @param plugsMultiQueue whether a queue with several hardware queues plugs all requests; otherwise the plug keeps its
 *     newest one and issues the one before (up to 5.15)
 * @param aioPlugThreshold io_submit plugs only if it submits more I/Os than this (AIO_PLUG_THRESHOLD, 2 since 5.3); 0
 *     for always
 * @param batchesTags whether io_submit takes the tags of all its I/Os at once (since 5.16)
 * @param dispatchBusy whether a moving average of failed dispatches decides if requests are issued directly, or wait in
 *     a software queue and are taken out one by one (since 4.18)
 * @param singleQueueSoftirq whether a device with one hardware queue completes in BLOCK_SOFTIRQ (since 4.20)
 * @param ipiRaisesSoftirq whether a completion that is sent to another CPU runs in BLOCK_SOFTIRQ there (since 5.11)
 * @param requestLines cache lines of a request's memory that move to the CPU that uses it next
 */
public record MqRules(
        int plugMax,
        int plugFlushBytes,
        boolean plugNewestOnly,
        boolean plugsMultiQueue,
        int aioPlugThreshold,
        boolean batchesTags,
        boolean dispatchBusy,
        boolean singleQueueSoftirq,
        boolean ipiRaisesSoftirq,
        int requestLines) {

    /** Checks the ranges. */
    public MqRules {
        if (plugMax < 1 || plugFlushBytes < 0 || aioPlugThreshold < 0 || requestLines < 0) {
            throw new IllegalArgumentException("a rule of blk-mq is out of range");
        }
    }

    /** The rules of Linux 6.1, with 3 cache lines a request. */
    public static MqRules linux61() {
        return new MqRules(32, 128 * 1024, true, true, 2, true, true, true, true, 3);
    }
}
