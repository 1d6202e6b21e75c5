package org.mqemu.blkmq.tag;

import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;

/** What a CPU can tell a tag set. */
public interface TagPort {

    /** A thread goes to sleep until a tag may be free. */
    void onWait(Wait wait);

    /** A hardware queue waits until a tag may be free. */
    void onAwait(Await<?> await);

    /** Enough tags were freed to wake a sleeper. */
    void onFreed(Freed freed);

    /**
     * A sleeper.
     *
     * @param user the number of the tag set's user (device) that it wants a tag for
     * @param limit how many tags may be taken in all before it may take one (shallow depth)
     * @param thread whom to wake
     * @param sleep its sleep; over by then if something else has woken the thread meanwhile
     */
    record Wait(int user, int limit, Context thread, TagSleep sleep) implements Message<TagPort> {

        /** A sleeper that may take any tag. */
        public Wait(int user, Context thread, TagSleep sleep) {
            this(user, Integer.MAX_VALUE, thread, sleep);
        }

        @Override
        public void deliverTo(TagPort target) {
            target.onWait(this);
        }
    }

    /**
     * Somebody who does not sleep but wants to be told (blk_mq_mark_tag_wait, a kyber domain's wait).
     *
     * @param user the number of the tag set's user (device) that it wants a tag for
     * @param cpu the CPU that it would take one on
     * @param to whom to tell
     * @param what what to say
     * @param sleep its entry on the wait queue
     * @param <T> the receiver's protocol
     */
    record Await<T>(int user, int cpu, Ref<T> to, Message<? super T> what, TagSleep sleep) implements Message<TagPort> {
        @Override
        public void deliverTo(TagPort target) {
            target.onAwait(this);
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
