package org.mqemu.blkmq.mq;

import org.mqemu.api.engine.Message;

/** What a CPU can tell a hardware queue. */
public interface HctxPort {

    /** Lets a kworker run the queue. */
    void onRunAsync(RunAsync run);

    /** Lets a kworker run the queue after a while. */
    void onRunDelayed(RunDelayed run);

    /** Runs the queue at the end of a software queue's time slice. */
    void onSliceEnds(SliceEnds end);

    /** A driver tag that the queue waited for may be free. */
    void onTagFreed(TagFreed freed);

    /**
     * blk_mq_run_hw_queue with async.
     *
     * @param fromCpu the CPU that asks
     */
    record RunAsync(int fromCpu) implements Message<HctxPort> {
        @Override
        public void deliverTo(HctxPort target) {
            target.onRunAsync(this);
        }
    }

    /**
     * blk_mq_delay_queue, blk_mq_delay_run_hw_queue: runs the queue later; asked again, it runs at the newest time, unless
     * all queues of a device are asked (blk_mq_delay_run_hw_queues), which would put off one that waits for ever.
     *
     * @param fromCpu the CPU that asks
     * @param delayNs how much later, in nanoseconds
     * @param keepsEarlier whether a delayed run that is pending is left as it is
     * @param ifStopped whether it runs only if it is stopped, and is started then (up to 4.11)
     */
    record RunDelayed(int fromCpu, long delayNs, boolean keepsEarlier, boolean ifStopped) implements Message<HctxPort> {
        @Override
        public void deliverTo(HctxPort target) {
            target.onRunDelayed(this);
        }
    }

    /**
     * Arms the timer of the time slice.
     *
     * @param fromCpu the CPU that asks
     * @param atNs when the slice ends
     */
    record SliceEnds(int fromCpu, long atNs) implements Message<HctxPort> {
        @Override
        public void deliverTo(HctxPort target) {
            target.onSliceEnds(this);
        }
    }

    /** The tag set's wake-up (blk_mq_dispatch_wake). */
    record TagFreed() implements Message<HctxPort> {
        @Override
        public void deliverTo(HctxPort target) {
            target.onTagFreed(this);
        }
    }
}
