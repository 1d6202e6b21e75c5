package org.mqemu.blkmq.elevator.bfq;

/** Why the service of a queue ends (enum bfqq_expiration). */
enum BfqExpiration {
    /** It got no request while the device was kept for it. */
    TOO_IDLE,
    /** It took too long over its budget. */
    BUDGET_TIMEOUT,
    /** Its budget does not do for its next request. */
    BUDGET_EXHAUSTED,
    /** It is empty, and not worth waiting for. */
    NO_MORE_REQUESTS,
    /** Another queue comes first. */
    PREEMPTED
}
