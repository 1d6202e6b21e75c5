package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;

/** Whether the device takes several requests at once, found out by watching it (bfq_update_hw_tag). */
final class BfqHwTag {
    /** More than so many at once are several (BFQ_HW_QUEUE_THRESHOLD). */
    private static final int THRESHOLD = 3;

    private static final int SAMPLES = 32;

    private int most;
    private int samples;
    private boolean on = true;
    private boolean certain;

    /** Returns whether it does; taken as true until it is known. */
    boolean isOn() {
        return on;
    }

    /** Returns the most requests in the driver at once, lately. */
    int most() {
        return most;
    }

    /**
     * A request was answered.
     *
     * @param inService the queue being served, or null
     * @param waiting requests that wait in all queues
     * @param inDriver requests in the driver, with this one
     */
    void sample(@Nullable BfqQueue inService, int waiting, int inDriver) {
        most = Math.max(most, inDriver);
        if (certain || inDriver + waiting <= THRESHOLD) {
            return;
        }
        if (inService != null
                && inService.shortThinkTime
                && inService.dispatched + inService.requests.size() < THRESHOLD
                && inDriver < THRESHOLD) {
            return;
        }
        if (samples++ < SAMPLES) {
            return;
        }
        on = most > THRESHOLD;
        certain = on;
        most = 0;
        samples = 0;
    }
}
