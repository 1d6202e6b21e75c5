package org.mqemu.blkmq.driver;

/** What a driver's queue_rq answers. */
public enum QueueStatus {
    /** The driver has the request. */
    OK,
    /** The driver has no room; the request stays in the block layer, which sees to it that it tries again. */
    BUSY,
    /**
     * The device has no room; the request stays in the block layer until a request of the device ends, which has the queue
     * run again (BLK_STS_DEV_RESOURCE, since 4.16).
     */
    DEVICE_BUSY,
    /** The driver will never take the request, and has rejected it ({@code Request.rejected}); the block layer ends it. */
    FAILED
}
