package org.mqemu.blkmq.sync;

import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;

/** What a CPU can tell a contended spinlock. */
public interface LockPort {

    /** Takes a CPU into the queue of spinners. */
    void onContend(Contend contend);

    /** Serves the next spinner. */
    void onReleased(Released released);

    /**
     * A CPU begins to spin.
     *
     * @param ticket the ticket it drew
     * @param cpu the CPU's number
     * @param client whom to tell that it has the lock
     */
    record Contend(int ticket, int cpu, Ref<LockClient> client) implements Message<LockPort> {
        @Override
        public void deliverTo(LockPort target) {
            target.onContend(this);
        }
    }

    /**
     * The holder has released the lock while others spin.
     *
     * @param ticket the ticket to be served
     * @param cpu the CPU that released it
     */
    record Released(int ticket, int cpu) implements Message<LockPort> {
        @Override
        public void deliverTo(LockPort target) {
            target.onReleased(this);
        }
    }
}
