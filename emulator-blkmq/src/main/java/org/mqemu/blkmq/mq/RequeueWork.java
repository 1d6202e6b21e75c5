package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.cpu.Step;

/** {@code blk_mq_requeue_work}, for one kblockd worker: requests that were given back become dispatchable again. */
interface RequeueWork {
    /**
     * Prepares to take what is on its way to a hardware queue.
     *
     * @param of the hardware queue, which is to be run afterwards
     */
    Step begin(Hctx of);
}
