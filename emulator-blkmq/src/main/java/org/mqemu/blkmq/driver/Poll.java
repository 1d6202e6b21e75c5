package org.mqemu.blkmq.driver;

import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.cpu.Step;

/** A driver's poll function (blk_mq_ops.poll), for one context. */
public interface Poll {

    /**
     * Prepares to look for requests of a hardware queue for polled I/O that the device has done, and to end them.
     *
     * @param queue the device's queue
     * @param hctx the hardware queue's number
     * @return the first step
     */
    Step begin(BlockQueue queue, int hctx);
}
