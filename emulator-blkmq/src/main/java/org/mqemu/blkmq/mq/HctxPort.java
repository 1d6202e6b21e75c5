package org.mqemu.blkmq.mq;

import org.mqemu.api.engine.Message;

/** What a CPU can tell a hardware queue. */
public interface HctxPort {

    /** Lets a kworker run the queue. */
    void onRunAsync(RunAsync run);

    /** Lets a kworker run the queue after a while. */
    void onRunDelayed(RunDelayed run);

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
     * blk_mq_delay_queue: starts and runs a stopped queue later.
     *
     * @param fromCpu the CPU that asks
     * @param delayNs how much later, in nanoseconds
     */
    record RunDelayed(int fromCpu, long delayNs) implements Message<HctxPort> {
        @Override
        public void deliverTo(HctxPort target) {
            target.onRunDelayed(this);
        }
    }
}
