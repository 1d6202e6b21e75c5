package org.mqemu.blkmq.block;

/** Where a request is in its life. */
public enum RequestState {
    /** Nobody owns it. */
    FREE,
    /** It has a tag or a place in the request list, and waits in a plug, a software queue or an elevator. */
    QUEUED,
    /** The driver has it (blk_mq_start_request, blk_start_request). */
    STARTED,
    /** Its time was over, or error handling has it for another reason: an answer that comes now is dropped. */
    RECOVERING,
    /** The device has answered; completion is on its way. */
    COMPLETED
}
