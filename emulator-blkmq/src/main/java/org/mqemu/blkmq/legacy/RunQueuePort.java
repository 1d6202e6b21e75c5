package org.mqemu.blkmq.legacy;

import org.mqemu.api.engine.Message;

/** What a CPU can tell the timer of a queue. */
interface RunQueuePort {

    /** Lets a kworker run the queue at a time, or earlier if it is to be run earlier anyway. */
    void onRunAt(RunAt run);

    /**
     * blk_run_queue_async (at once), blk_delay_queue, or an elevator's idle timer.
     *
     * @param cpu the CPU that asks, whose kworker runs the queue
     * @param atNs when
     */
    record RunAt(int cpu, long atNs) implements Message<RunQueuePort> {
        @Override
        public void deliverTo(RunQueuePort target) {
            target.onRunAt(this);
        }
    }
}
