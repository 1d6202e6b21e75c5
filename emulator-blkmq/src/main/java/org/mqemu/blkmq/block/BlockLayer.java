package org.mqemu.blkmq.block;

import org.mqemu.blkmq.cpu.Context;

/** A block layer: the legacy request queue or blk-mq, whose ways in are made for each thread. */
@FunctionalInterface
public interface BlockLayer {

    /**
     * Makes the way in for one thread.
     *
     * @param thread the thread
     */
    SubmitBio newSubmitBio(Context thread);
}
