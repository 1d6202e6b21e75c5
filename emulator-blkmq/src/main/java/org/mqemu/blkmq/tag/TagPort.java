package org.mqemu.blkmq.tag;

import org.mqemu.api.engine.Message;
import org.mqemu.blkmq.cpu.Context;

/** What a CPU can tell a tag set. */
public interface TagPort {

    /** A thread goes to sleep until a tag may be free. */
    void onWait(Wait wait);

    /** Enough tags were freed to wake a sleeper. */
    void onFreed(Freed freed);

    /**
     * A sleeper.
     *
     * @param user the number of the tag set's user (device) that it wants a tag for
     * @param thread whom to wake
     * @param sleep its sleep; over by then if something else has woken the thread meanwhile
     */
    record Wait(int user, Context thread, TagSleep sleep) implements Message<TagPort> {
        @Override
        public void deliverTo(TagPort target) {
            target.onWait(this);
        }
    }

    /** A wake batch is full. */
    record Freed() implements Message<TagPort> {
        @Override
        public void deliverTo(TagPort target) {
            target.onFreed(this);
        }
    }
}
