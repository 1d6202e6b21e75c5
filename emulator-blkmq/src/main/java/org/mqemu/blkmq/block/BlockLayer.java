package org.mqemu.blkmq.block;

import org.mqemu.blkmq.cpu.Context;

/** A block layer: the legacy request queue or blk-mq, whose ways in are made for each thread. */
public interface BlockLayer {

    /**
     * Makes the way in for one thread.
     *
     * @param thread the thread
     */
    SubmitBio newSubmitBio(Context thread);

    /**
     * Makes what writes to the sysfs attributes of queues, for one thread.
     *
     * @param thread the thread
     */
    QueueSysfs newSysfs(Context thread);
}
