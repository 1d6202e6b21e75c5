package org.mqemu.blkmq.mq;

import org.mqemu.api.engine.Message;
import org.mqemu.blkmq.cpu.Context;

/** What a CPU can tell a queue's gate. */
interface GatePort {

    /** A submitter sleeps until the queue is thawed. */
    void onSubmitterWaits(SubmitterWaits wait);

    /** The freezer sleeps until the queue is empty. */
    void onFreezerWaits(FreezerWaits wait);

    /** The last user has left a frozen queue. */
    void onDrained(Drained drained);

    /** The queue opens again. */
    void onThaw(Thaw thaw);

    /**
     * A submitter.
     *
     * @param thread whom to wake
     */
    record SubmitterWaits(Context thread) implements Message<GatePort> {
        @Override
        public void deliverTo(GatePort target) {
            target.onSubmitterWaits(this);
        }
    }

    /**
     * The freezer.
     *
     * @param freezing the freeze that it asks for
     */
    record FreezerWaits(QueueGate.Freezing freezing) implements Message<GatePort> {
        @Override
        public void deliverTo(GatePort target) {
            target.onFreezerWaits(this);
        }
    }

    /** Nobody is inside. */
    record Drained() implements Message<GatePort> {
        @Override
        public void deliverTo(GatePort target) {
            target.onDrained(this);
        }
    }

    /** blk_mq_unfreeze_queue. */
    record Thaw() implements Message<GatePort> {
        @Override
        public void deliverTo(GatePort target) {
            target.onThaw(this);
        }
    }
}
