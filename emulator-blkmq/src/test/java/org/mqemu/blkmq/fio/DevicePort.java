package org.mqemu.blkmq.fio;

import org.mqemu.api.engine.Message;
import org.mqemu.blkmq.block.Bio;

/** What a submitter tells a {@link FakeDevice}. */
interface DevicePort {

    /** Begins an I/O. */
    void onIo(Io io);

    /** A bio reaches the device. */
    record Io(Bio bio) implements Message<DevicePort> {
        @Override
        public void deliverTo(DevicePort target) {
            target.onIo(this);
        }
    }
}
