package org.mqemu.scsi.midlayer;

import org.mqemu.api.engine.Message;

/** What a thread tells its {@link WakeTimer}. */
interface WakePort {
    /** It is to be woken at another time. */
    void onWakeAt(WakeAt wake);

    /**
     * When the thread is to be woken.
     *
     * @param atNs the time, in nanoseconds; {@link Long#MAX_VALUE} for never
     */
    record WakeAt(long atNs) implements Message<WakePort> {
        @Override
        public void deliverTo(WakePort target) {
            target.onWakeAt(this);
        }
    }
}
