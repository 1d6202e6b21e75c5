package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.cpu.Step;

/** {@code __blk_mq_run_hw_queue}, for one context: hands what waits for a hardware queue to the driver. */
interface RunHwQueue {

    /**
     * Prepares to run a hardware queue on this CPU.
     *
     * @param hctx the hardware queue
     * @return the first step
     */
    Step begin(Hctx hctx);
}
