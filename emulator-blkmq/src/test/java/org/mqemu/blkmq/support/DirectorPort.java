package org.mqemu.blkmq.support;

import org.mqemu.api.engine.Message;

/** What threads tell the director. */
interface DirectorPort {

    /** A thread is over. */
    void onThreadOver();

    /** A thread is over. */
    record ThreadOver() implements Message<DirectorPort> {
        @Override
        public void deliverTo(DirectorPort target) {
            target.onThreadOver();
        }
    }
}
