package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;

/** Whether the device takes several requests at once, found out by watching it (cfq_update_hw_tag). */
final class HwTag {
    /** So many at once are several (CFQ_HW_QUEUE_MIN). */
    private static final int MIN_DEPTH = 5;

    private static final int SAMPLES = 50;

    private int deepest;
    private int samples;
    private boolean on = true;
    private boolean certain;

    /** Returns whether it does; taken as true until it is known. */
    boolean isOn() {
        return on;
    }

    /**
     * A request was answered.
     *
     * @param active the queue being served, or null
     * @param waiting requests that wait in all queues
     * @param inDriver requests in the driver, with this one
     */
    void sample(@Nullable CfqQueue active, int waiting, int inDriver) {
        deepest = Math.max(deepest, inDriver);
        if (certain || (waiting <= MIN_DEPTH && inDriver <= MIN_DEPTH)) {
            return;
        }
        if (active != null
                && active.idleWindow
                && active.dispatched + active.requests.size() < MIN_DEPTH
                && inDriver < MIN_DEPTH) {
            return;
        }
        if (samples++ < SAMPLES) {
            return;
        }
        on = deepest >= MIN_DEPTH;
        certain = on;
    }
}
