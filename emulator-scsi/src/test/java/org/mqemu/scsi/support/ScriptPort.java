package org.mqemu.scsi.support;

import java.util.function.LongConsumer;
import org.mqemu.api.engine.Message;

/** What a {@link Script} tells itself. */
interface ScriptPort {

    /** Looks at something. */
    void onLook(Look message);

    /** The time to look at something has come. */
    record Look(LongConsumer look) implements Message<ScriptPort> {
        @Override
        public void deliverTo(ScriptPort target) {
            target.onLook(this);
        }
    }
}
