package org.mqemu.blkmq.driver;

import java.util.Collection;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;

/** A queue whose requests time out. */
public interface TimedQueue {
    /**
     * Finds the started requests whose time is over.
     *
     * @param nowNs the emulated time, in nanoseconds
     * @param into takes them
     * @return when the next one's time is over, in nanoseconds; {@link Long#MAX_VALUE} if there is none
     */
    long expired(long nowNs, Collection<Request> into);

    /**
     * Returns when a started request's time is over, in nanoseconds.
     *
     * @param request one of its requests
     */
    long deadlineNs(Request request);

    /** Returns how long the device may take for a request (sysfs io_timeout), in nanoseconds. */
    long timeoutNs();

    /**
     * Sets the queue's timer unless it is set.
     *
     * @param cx the context that asks
     * @param atNs when it expires, in nanoseconds
     */
    void setTimer(Context cx, long atNs);
}
