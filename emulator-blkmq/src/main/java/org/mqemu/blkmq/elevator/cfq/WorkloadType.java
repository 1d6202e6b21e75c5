package org.mqemu.blkmq.elevator.cfq;

/** The kinds of queues within a class, each with a tree and time of its own (enum wl_type_t). */
enum WorkloadType {
    /** Nobody waits for them. */
    ASYNC,
    /** Sync queues that the disk is not kept for one by one, but as a whole. */
    SYNC_NOIDLE,
    /** Sync queues that the disk is kept for one by one. */
    SYNC
}
