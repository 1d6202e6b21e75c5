package org.mqemu.blkmq.mq;

/**
 * What differs between the versions of blk-mq.
 *
 * @param generation the shape of its code
 * @param plug what it keeps in the plug
 * @param directIssue when a request goes to the driver without waiting in a queue, where there is no elevator
 * @param dequeue how a run of a hardware queue takes requests from its software queues, where there is no elevator
 * @param rerun which hardware queues are run when SCSI ends a command
 * @param singleQueueCompletion where a request of a device with one hardware queue is completed
 * @param remoteCompletion where a request is completed that another CPU than the interrupted one must complete
 */
public record BlkMqRules(
        MqGeneration generation,
        PlugRules plug,
        DirectIssue directIssue,
        Dequeue dequeue,
        Rerun rerun,
        Completion singleQueueCompletion,
        Completion remoteCompletion) {

    /** Returns whether the joining of two requests is traced: since 5.9 (f3bdc62fd82e); told by what 5.10 brought. */
    boolean tracesJoins() {
        return rerun == Rerun.IF_WAITING;
    }

    /** Returns whether running all hardware queues asks a scheduler through one of them only: since 5.10. */
    boolean asksThroughOneQueue() {
        return rerun == Rerun.IF_WAITING;
    }

    /**
     * Returns whether a hardware queue without budget is run again after a while, as one whose driver has no room: since
     * 5.8 (ab3cee3762e5); told by what 5.10 brought.
     */
    boolean kicksWithoutBudget() {
        return rerun == Rerun.IF_WAITING;
    }

    /**
     * Returns whether hardware queues that share their driver tags share their scheduler tags too: since 5.14
     * (d97e594c5166); told by what 5.16 brought.
     */
    boolean sharesSchedTags() {
        return plug.batchesTags();
    }

    /** When a request goes to the driver without waiting in a queue. */
    public enum DirectIssue {
        /** Never. Linux 3.13 to 3.15, and of devices with one hardware queue to 4.18. */
        NEVER,
        /**
         * Synchronous ones of devices with several hardware queues. Linux 3.16 to 4.18 (block/blk-mq.c,
         * blk_mq_make_request).
         */
        SYNC_IN_MULTI_QUEUE,
        /**
         * These, and all others while the hardware queue's dispatch_busy is 0, those of a plug included. It is an
         * average that grows with each refusal by the driver (blk_mq_update_dispatch_busy: weight 8, factor 16). Since
         * Linux 4.19 (6ce3dd6eec11, "issue directly if hw queue isn't busy in case of 'none'").
         */
        UNLESS_BUSY
    }

    /** How a run of a hardware queue takes requests from its software queues. */
    public enum Dequeue {
        /** All at once. Up to Linux 4.14, and for drivers without a budget later. */
        ALL,
        /** One by one, each after its budget. Linux 4.15 (b347689ffbca) to 4.18. */
        ONE_WITH_BUDGET,
        /** One by one while dispatch_busy is not 0, else all at once. Since Linux 4.19 (6e768717304b). */
        ONE_WHEN_BUSY
    }

    /** Which hardware queues are run when SCSI ends a command. */
    public enum Rerun {
        /** Those that scsi_queue_rq stopped. Linux 3.17 to 4.9. */
        STOPPED,
        /** All of the device. Linux 4.12 (drivers/scsi/scsi_lib.c, scsi_end_request) to 5.9. */
        EVERY_QUEUE,
        /** All of the device, if one waits for its budget. Since Linux 5.10 (sdev->restarts). */
        IF_WAITING
    }

    /** Where a request is completed. */
    public enum Completion {
        /** In the interrupt, or in the IPI. */
        IN_PLACE,
        /** In a softirq of the same CPU. */
        SOFTIRQ
    }

    /**
     * The rules of all early versions.
     *
     * @param plugsSyncIo whether the plug keeps synchronous I/O
     */
    public static BlkMqRules early(boolean plugsSyncIo) {
        return early(plugsSyncIo, DirectIssue.NEVER);
    }

    /**
     * The rules of all early versions.
     *
     * @param plugsSyncIo whether the plug keeps synchronous I/O
     * @param directIssue when a request goes to the driver without waiting in a queue
     */
    public static BlkMqRules early(boolean plugsSyncIo, DirectIssue directIssue) {
        int max = 16;
        return new BlkMqRules(
                MqGeneration.EARLY,
                new PlugRules(
                        plugsSyncIo,
                        PlugRules.MultiQueue.ONE_REQUEST,
                        max,
                        max,
                        0,
                        PlugRules.Merge.ANY_REQUEST,
                        PlugRules.Order.ARRIVAL,
                        0,
                        false),
                directIssue,
                Dequeue.ALL,
                Rerun.STOPPED,
                Completion.IN_PLACE,
                Completion.IN_PLACE);
    }

    /** The rules of Linux 6.1. */
    public static BlkMqRules linux61() {
        return new BlkMqRules(
                MqGeneration.MODERN,
                new PlugRules(
                        true,
                        PlugRules.MultiQueue.EVERY_REQUEST,
                        32,
                        64,
                        128 * 1024,
                        PlugRules.Merge.LAST_REQUEST,
                        PlugRules.Order.LAST_FIRST,
                        2,
                        true),
                DirectIssue.UNLESS_BUSY,
                Dequeue.ONE_WHEN_BUSY,
                Rerun.IF_WAITING,
                Completion.SOFTIRQ,
                Completion.SOFTIRQ);
    }
}
