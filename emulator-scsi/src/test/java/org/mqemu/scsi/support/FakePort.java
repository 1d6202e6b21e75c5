package org.mqemu.scsi.support;

import org.mqemu.api.engine.Message;
import org.mqemu.api.hardware.HbaCommand;

/** What a {@link FakeHba} tells itself. */
interface FakePort {

    /** A drive has done a command. */
    void onDriveDone(DriveDone done);

    /** A command whose time is over. */
    record DriveDone(HbaCommand command) implements Message<FakePort> {
        @Override
        public void deliverTo(FakePort target) {
            target.onDriveDone(this);
        }
    }
}
