package org.mqemu.blkmq.driver;

import org.mqemu.api.engine.Message;

/** What a CPU can tell a queue's timer. */
interface TimeoutPort {

    /** The timer is to expire. */
    void onExpireAt(ExpireAt expire);

    /**
     * blk_add_timer.
     *
     * @param atNs when, in nanoseconds
     */
    record ExpireAt(long atNs) implements Message<TimeoutPort> {
        @Override
        public void deliverTo(TimeoutPort target) {
            target.onExpireAt(this);
        }
    }
}
