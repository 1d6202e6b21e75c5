package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Step;

/** {@code blk_mq_free_request}, for one context: gives a request's tags back and wakes or restarts what waits. */
interface FreeRequest {

    /**
     * Prepares to free a request whose bios have ended.
     *
     * @param request the request
     * @return the first step
     */
    Step begin(Request request);
}
