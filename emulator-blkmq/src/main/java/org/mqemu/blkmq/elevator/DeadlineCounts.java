package org.mqemu.blkmq.elevator;

/**
 * What has passed one priority of mq-deadline (io_stats_per_prio of block/mq-deadline.c, 6.1), in requests.
 *
 * @param inserted requests that were inserted, once each
 * @param merged requests that lost their bios to a neighbour
 * @param dispatched requests that went to the driver, counted again when they come back and go again
 * @param completed requests that were given back, merged ones too
 */
public record DeadlineCounts(int inserted, int merged, int dispatched, int completed) {

    /** Returns the requests that wait or are with the driver (debugfs sched/queued). */
    public int queued() {
        return inserted - completed;
    }

    /** Returns the requests that are with the driver (debugfs sched/owned_by_driver). */
    public int ownedByDriver() {
        return dispatched + merged - completed;
    }
}
