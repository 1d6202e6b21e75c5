package org.mqemu.blkmq.elevator.cfq;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.WaitingRequest;

/** What CFQ keeps for a request: whose it is, and how far it has come. */
final class CfqRequest extends WaitingRequest {
    /** The queue that it was put into. */
    final CfqQueue queue;
    /** The process that issued it. */
    final CfqProcess process;
    /** Whether CFQ has given it out, and its queue counts it. */
    boolean dispatched;
    /** Whether the driver counts it: not while it is being requeued. */
    boolean inDriver;

    CfqRequest(Request request, CfqQueue queue, CfqProcess process) {
        super(request);
        this.queue = queue;
        this.process = process;
    }
}
