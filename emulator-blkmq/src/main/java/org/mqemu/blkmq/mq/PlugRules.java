package org.mqemu.blkmq.mq;

/**
 * What a kernel generation keeps in the plug, the list of requests that a thread gathers before it lets them go.
 *
 * @param syncIo whether synchronous I/O, which direct I/O is, waits there: up to Linux 3.15 and since 4.2
 *     (block/blk-mq.c, blk_mq_make_request, blk_sq_make_request)
 * @param multiQueue what of a device with several hardware queues waits there
 * @param max requests that it holds before it is emptied, at least 1: BLK_MAX_REQUEST_COUNT, 16 up to 5.15 and 32 since
 *     5.16
 * @param maxSeveralQueues the same where they are of several devices: block/blk-mq.c, blk_plug_max_rq_count, 64 since
 *     5.15
 * @param flushBytes the size of the last request at which the plug is emptied before another one joins it, 0 for never:
 *     BLK_PLUG_FLUSH_SIZE, 128 KiB since 4.10
 * @param merge which requests a bio is compared with
 * @param order in which order they go on their way
 * @param aioThreshold io_submit plugs only what has more I/Os than this, 0 for all (fs/aio.c, AIO_PLUG_THRESHOLD 2,
 *     since 5.3)
 * @param batchesTags whether io_submit gets the tags of all its I/Os at once (since 5.16)
 */
public record PlugRules(
        boolean syncIo,
        MultiQueue multiQueue,
        int max,
        int maxSeveralQueues,
        long flushBytes,
        Merge merge,
        Order order,
        int aioThreshold,
        boolean batchesTags) {

    /** What of a device with several hardware queues waits in the plug. */
    public enum MultiQueue {
        /**
         * One request; the next one sends it on its way. Linux 4.2 to 5.16 (block/blk-mq.c), save for drivers with
         * commit_rqs (since 5.0), rotational devices (since 5.4) and tags that hardware queues share (since 5.10).
         */
        ONE_REQUEST,
        /** As many as of any other device, as 6.1 does. */
        EVERY_REQUEST
    }

    /** Which requests of the plug a bio is compared with. */
    public enum Merge {
        /** All of its device, the last one first. Up to Linux 5.15 (block/blk-merge.c, blk_attempt_plug_merge). */
        ANY_REQUEST,
        /** The last one of its device. Since 5.16; between requests of other devices it is looked for since 5.18. */
        LAST_REQUEST
    }

    /** In which order the requests of a device leave the plug. */
    public enum Order {
        /** As they came. */
        ARRIVAL,
        /** By sector. Up to Linux 4.20 (block/blk-mq.c, blk_mq_flush_plug_list, list_sort). */
        BY_SECTOR,
        /** By sector where there are more than two and of several devices, else as they came. Linux 5.0 to 5.15. */
        BY_SECTOR_IF_SEVERAL_QUEUES,
        /**
         * The last one first where they go straight to the driver, as they came where they go into an elevator or a
         * software queue. Since 5.16, whose plug is a singly linked list with the newest in front; recorded on 6.1.
         */
        LAST_FIRST
    }

    /** Checks the ranges. */
    public PlugRules {
        if (aioThreshold < 0 || max < 1 || maxSeveralQueues < max || flushBytes < 0) {
            throw new IllegalArgumentException("no plug holds " + max + ", " + maxSeveralQueues + ", " + flushBytes);
        }
    }
}
