package org.mqemu.blkmq.elevator.bfq;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.WaitingRequest;

/** What BFQ keeps for a request: whose it is, and whether it was given out. */
final class BfqRequest extends WaitingRequest {
    /** The process that issued it. */
    final BfqProcess process;
    /** The queue that it is in; another one if that is merged before it gets there. */
    BfqQueue queue;
    /** Whether it was given out, and its queue counts it. */
    boolean dispatched;

    BfqRequest(Request request, BfqProcess process, BfqQueue queue) {
        super(request);
        this.process = process;
        this.queue = queue;
    }
}
