package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;

/**
 * {@code __blk_mq_try_issue_directly}, for one context: hands a request to the driver without inserting it anywhere, if
 * the device has budget for it.
 */
final class IssueDirectly {
    /** What has become of the request. */
    enum Outcome {
        /** The driver has it, or has rejected it for good. */
        ISSUED,
        /** There was no budget or no tag. */
        NO_ROOM,
        /** The driver has given it back. */
        REFUSED
    }

    private final @Nullable DispatchBudget budget;
    private final QueueRq queueRq;
    private final MqEndRequest endRequest;
    private final Price issuePrice;
    private final Price startPrice;
    private @Nullable Request request;
    private @Nullable Hctx hctx;
    private Outcome outcome = Outcome.NO_ROOM;
    private QueueStatus status = QueueStatus.OK;

    private final Step askBudget = this::askBudget;
    private final Step budgetAnswered = this::budgetAnswered;
    private final Step noTag = this::noTag;
    private final Step admitted = this::admitted;
    private final Step answered = this::answered;

    IssueDirectly(QueueRq queueRq, @Nullable DispatchBudget budget, MqEndRequest endRequest, PriceList prices) {
        this.queueRq = queueRq;
        this.endRequest = endRequest;
        this.budget = budget;
        this.issuePrice = prices.of("__blk_mq_try_issue_directly");
        this.startPrice = prices.of("blk_mq_start_request");
    }

    Step begin(Hctx on, Request toIssue) {
        hctx = on;
        request = toIssue;
        return askBudget;
    }

    Outcome outcome() {
        return outcome;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being issued");
        }
        return value;
    }

    private @Nullable Step askBudget(Context cx) {
        if (present(hctx).isStopped()) {
            return over(cx, Outcome.NO_ROOM);
        }
        DispatchBudget places = budget;
        return places == null
                ? getTag(cx)
                : cx.call(places.take(present(request).queue()), budgetAnswered);
    }

    private @Nullable Step budgetAnswered(Context cx) {
        int token = present(budget).token();
        if (token == DispatchBudget.NONE) {
            return over(cx, Outcome.NO_ROOM);
        }
        present(request).budgetToken(token);
        return getTag(cx);
    }

    private @Nullable Step getTag(Context cx) {
        if (present(request).tag() < 0 && !DriverTag.get(cx, present(hctx), present(request))) {
            return noTag;
        }
        return start(cx);
    }

    private @Nullable Step noTag(Context cx) {
        DispatchBudget places = budget;
        Request waiting = present(request);
        end(Outcome.NO_ROOM);
        return places == null ? cx.ret() : places.give(waiting.queue(), DispatchBudget.takeFrom(waiting));
    }

    private @Nullable Step start(Context cx) {
        Request issued = present(request);
        QueueStatus answer = queueRq.admits(issued, cx.nowNs());
        if (answer != QueueStatus.OK) {
            if (answer != QueueStatus.FAILED) {
                issued.refused(cx.cpuNumber(), cx.nowNs());
            }
            status = answer;
            DispatchBudget places = budget;
            return places == null
                    ? admitted(cx)
                    : cx.call(places.give(issued.queue(), DispatchBudget.takeFrom(issued)), admitted);
        }
        issued.started(cx.cpuNumber(), cx.nowNs());
        present(hctx).queue().started(cx);
        cx.charge(issuePrice);
        cx.charge(startPrice);
        return cx.call(queueRq.begin(issued), answered);
    }

    private @Nullable Step admitted(Context cx) {
        if (status != QueueStatus.FAILED) {
            return over(cx, Outcome.REFUSED);
        }
        Request rejected = present(request);
        end(Outcome.ISSUED);
        return endRequest.begin(rejected);
    }

    private @Nullable Step answered(Context cx) {
        boolean busy = queueRq.status() != QueueStatus.OK;
        if (busy) {
            present(request).requeued(cx.cpuNumber(), cx.nowNs());
        }
        if (present(hctx).dispatched(busy)) {
            cx.touch(present(hctx).counterLine());
        }
        return over(cx, busy ? Outcome.REFUSED : Outcome.ISSUED);
    }

    private @Nullable Step over(Context cx, Outcome result) {
        end(result);
        return cx.ret();
    }

    private void end(Outcome result) {
        outcome = result;
        request = null;
        hctx = null;
    }
}
