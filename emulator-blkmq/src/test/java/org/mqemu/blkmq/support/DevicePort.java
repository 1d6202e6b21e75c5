package org.mqemu.blkmq.support;

import org.mqemu.api.engine.Message;
import org.mqemu.blkmq.block.Request;

/** What a driver, and the device itself, tell the device. */
public interface DevicePort {

    /** Begins a request. */
    void onIssue(Issue issue);

    /** A request's time is over. */
    void onFinish(Finish finish);

    /** A request for the device. */
    record Issue(Request request) implements Message<DevicePort> {
        @Override
        public void deliverTo(DevicePort target) {
            target.onIssue(this);
        }
    }

    /** The end of a request's time. */
    record Finish(Request request) implements Message<DevicePort> {
        @Override
        public void deliverTo(DevicePort target) {
            target.onFinish(this);
        }
    }
}
