package org.mqemu.blkmq.driver;

/** What a driver's queue_rq answers. */
public enum QueueStatus {
    /** The driver has the request. */
    OK,
    /** The driver has no room; the request stays in the block layer. */
    BUSY,
    /** The driver will never take the request, and has rejected it ({@code Request.rejected}); the block layer ends it. */
    FAILED
}
