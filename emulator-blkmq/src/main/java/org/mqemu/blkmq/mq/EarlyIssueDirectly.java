package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;

/**
 * {@code blk_mq_direct_issue_request}, for one thread: hands a request to the driver without inserting it anywhere,
 * even if the hardware queue is stopped.
 *
 * <p>Source: block/blk-mq.c of 4.5; within blk_mq_make_request from 3.16 to 4.1. That it is not done for a stopped queue
 * came with 4.10.
 */
final class EarlyIssueDirectly {
    private final QueueRq queueRq;
    private final MqEndRequest endRequest;
    private final Price startPrice;
    private @Nullable Request request;
    private @Nullable Request refused;

    private final Step start = this::start;
    private final Step answered = this::answered;

    EarlyIssueDirectly(QueueRq queueRq, MqEndRequest endRequest, PriceList prices) {
        this.endRequest = endRequest;
        this.queueRq = queueRq;
        this.startPrice = prices.of("blk_mq_start_request");
    }

    Step begin(Request toIssue) {
        request = toIssue;
        refused = null;
        return start;
    }

    /** Returns the request that the driver has given back, or null; valid when the function has returned. */
    @Nullable Request refused() {
        return refused;
    }

    private Request request() {
        Request issued = request;
        if (issued == null) {
            throw new IllegalStateException("no request is being issued");
        }
        return issued;
    }

    private Step start(Context cx) {
        request().started(cx.cpuNumber(), cx.nowNs());
        ((MqQueue) request().queue()).started(cx);
        cx.charge(startPrice);
        return cx.call(queueRq.begin(request()), answered);
    }

    private @Nullable Step answered(Context cx) {
        Request tried = request();
        if (queueRq.status() == QueueStatus.FAILED) {
            request = null;
            return endRequest.begin(tried);
        }
        if (queueRq.status() != QueueStatus.OK) {
            request().requeued(cx.cpuNumber(), cx.nowNs());
            refused = request();
        }
        request = null;
        return cx.ret();
    }
}
