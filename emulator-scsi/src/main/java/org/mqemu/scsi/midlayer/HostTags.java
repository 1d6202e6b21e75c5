package org.mqemu.scsi.midlayer;

/**
 * How the driver tags of a scsi-mq host with several hardware queues are made from its can_queue.
 *
 * <p>Source: block/blk-mq.c and drivers/scsi/scsi_lib.c of 3.17 to 6.1.
 */
public enum HostTags {
    /** Each hardware queue has as many as can_queue: what a driver that sets nr_hw_queues gets. */
    PER_QUEUE,
    /** All hardware queues share one set: host_tagset (BLK_MQ_F_TAG_HCTX_SHARED), since 5.10. */
    SHARED,
    /** The hardware queues divide them among themselves, as the host_tagset patches of 2018 did. */
    SPLIT;

    private static final int COMMANDS_PER_QUEUE = 256;

    /**
     * Returns the tags of one set.
     *
     * @param canQueue the host's can_queue, at least 1
     * @param queues the number of hardware queues, at least 1
     */
    public int depth(int canQueue, int queues) {
        return this == SPLIT ? Math.max(1, canQueue / queues) : canQueue;
    }

    /**
     * Returns the number of hardware queues of a driver whose host tags are divided: one a node, but none for less than
     * 256 commands.
     *
     * @param nodes the machine's nodes, at least 1
     * @param canQueue the host's can_queue, at least 1
     */
    public static int hardwareQueues(int nodes, int canQueue) {
        return Math.min(nodes, (canQueue - 1) / COMMANDS_PER_QUEUE + 1);
    }
}
