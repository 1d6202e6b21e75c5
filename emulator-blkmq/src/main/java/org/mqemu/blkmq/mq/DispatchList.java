package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagPort;
import org.mqemu.blkmq.tag.TagSleep;

/**
 * {@code blk_mq_dispatch_rq_list}, for one context: hands requests to the driver one by one; what it has no room for
 * goes to the hardware queue's dispatch list, and something is arranged that runs the queue again.
 *
 * <p>Source: block/blk-mq.c of 6.1.
 */
final class DispatchList {
    private static final long RESOURCE_DELAY_NS = 3_000_000; // BLK_MQ_RESOURCE_DELAY

    private final QueueRq queueRq;
    private final MqEndRequest endRequest;
    private final @Nullable DispatchBudget budget;
    private final RunRequest runRequest;
    private final PutTag putTag;
    private final boolean noBudgetKicks;
    private final Price dispatchPrice;
    private final Price startPrice;
    private @Nullable Hctx hctx;
    private ArrayDeque<Request> list = new ArrayDeque<>();
    private boolean hasBudgets;
    private int issued;
    private boolean noTag;
    private boolean noResource;
    private boolean dispatched;

    private final Step next = this::next;
    private final Step budgetAnswered = this::budgetAnswered;
    private final Step tagLost = this::tagLost;
    private final Step start = this::start;
    private final Step answered = this::answered;
    private final Step endRejected = this::endRejected;
    private final Step giveBudgets = this::giveBudgets;
    private final Step lockForRest = this::lockForRest;
    private final Step putRest = this::putRest;
    private final Step unlockRest = this::unlockRest;
    private final Step rerun = this::rerun;

    DispatchList(
            BlkMqRules rules,
            QueueRq queueRq,
            @Nullable DispatchBudget budget,
            RunRequest runRequest,
            MqEndRequest endRequest,
            PriceList prices) {
        this.noBudgetKicks = rules.kicksWithoutBudget();
        this.queueRq = queueRq;
        this.endRequest = endRequest;
        this.budget = budget;
        this.runRequest = runRequest;
        this.putTag = new PutTag(prices);
        this.dispatchPrice = prices.of("blk_mq_dispatch_rq_list");
        this.startPrice = prices.of("blk_mq_start_request");
    }

    /**
     * Prepares to dispatch.
     *
     * @param on the hardware queue
     * @param requests the requests; empty afterwards
     * @param haveBudgets whether they hold their budget already
     */
    Step begin(Hctx on, ArrayDeque<Request> requests, boolean haveBudgets) {
        hctx = on;
        list = requests;
        hasBudgets = haveBudgets;
        issued = 0;
        noTag = false;
        noResource = false;
        return next;
    }

    /** Returns whether something was dispatched and nothing is left; valid when the function has returned. */
    boolean dispatched() {
        return dispatched;
    }

    private Hctx hctx() {
        Hctx on = hctx;
        if (on == null) {
            throw new IllegalStateException("no list is being dispatched");
        }
        return on;
    }

    private @Nullable Step next(Context cx) {
        Request request = list.peek();
        if (request == null) {
            return allDone(cx);
        }
        DispatchBudget places = budget;
        if (places == null || hasBudgets || request.budgetToken() != DispatchBudget.NONE) {
            return getTag(cx);
        }
        return cx.call(places.take(request.queue()), budgetAnswered);
    }

    private @Nullable Step budgetAnswered(Context cx) {
        DispatchBudget places = budget;
        int token = places == null ? DispatchBudget.NONE : places.token();
        if (token == DispatchBudget.NONE) {
            noResource = noBudgetKicks;
            return giveBudgets;
        }
        list.element().budgetToken(token);
        return getTag(cx);
    }

    private @Nullable Step getTag(Context cx) {
        Request request = list.element();
        if (request.tag() >= 0) {
            return start(cx);
        }
        if (DriverTag.get(cx, hctx(), request)) {
            return start;
        }
        if (otherHasTag()) {
            list.addLast(list.remove());
            return next;
        }
        SharedTags tags = hctx().tags().tags();
        if (!hctx().sharesTags()) {
            hctx().markRestart();
            return tagLost; // look again: a tag may have been freed before the mark
        }
        TagSleep place = hctx().beginTagWait();
        if (place != null) {
            tags.sleeps();
            int user = request.queue().disk().index();
            cx.send(
                    hctx().tags().port(),
                    new TagPort.Await<>(user, cx.cpuNumber(), hctx().port(), new HctxPort.TagFreed(), place),
                    cx.nowNs());
        }
        return tagLost;
    }

    /** Another request of the list may hold the very tag that the first one lacks, as its device's share: it goes first. */
    private boolean otherHasTag() {
        for (Request request : list) {
            if (request.tag() >= 0) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Step tagLost(Context cx) {
        if (DriverTag.get(cx, hctx(), list.element())) {
            hctx().cancelTagWait();
            return start;
        }
        noTag = true;
        return giveBudgets;
    }

    private @Nullable Step start(Context cx) {
        Request request = list.element();
        switch (queueRq.admits(request, cx.nowNs())) {
            case BUSY, DEVICE_BUSY -> {
                request.refused(cx.cpuNumber(), cx.nowNs());
                return noRoom(cx, QueueStatus.BUSY);
            }
            case FAILED -> {
                DispatchBudget places = budget;
                return places == null || request.budgetToken() == DispatchBudget.NONE
                        ? endRejected(cx)
                        : cx.call(places.give(request.queue(), DispatchBudget.takeFrom(request)), endRejected);
            }
            case OK -> {}
        }
        request.started(cx.cpuNumber(), cx.nowNs());
        hctx().queue().started(cx);
        cx.charge(dispatchPrice);
        cx.charge(startPrice);
        return cx.call(queueRq.begin(request), answered);
    }

    private @Nullable Step answered(Context cx) {
        if (queueRq.status() == QueueStatus.OK) {
            list.remove();
            issued++;
            return next;
        }
        list.element().requeued(cx.cpuNumber(), cx.nowNs());
        return noRoom(cx, queueRq.status());
    }

    private @Nullable Step endRejected(Context cx) {
        issued++;
        return cx.call(endRequest.begin(list.remove()), next);
    }

    private @Nullable Step noRoom(Context cx, QueueStatus why) {
        noResource = why == QueueStatus.BUSY;
        Request request = list.element();
        if (request.schedTag() < 0) {
            return giveBudgets;
        }
        int tag = request.tag();
        request.tag(-1);
        return cx.call(putTag.begin(hctx().tags(), request.queue().disk().index(), tag), giveBudgets);
    }

    /** blk_mq_release_budgets: what has no chance now must not keep others from the device. */
    private @Nullable Step giveBudgets(Context cx) {
        DispatchBudget places = budget;
        for (Request request : list) {
            if (places != null && request.budgetToken() != DispatchBudget.NONE) {
                return cx.call(places.give(request.queue(), DispatchBudget.takeFrom(request)), giveBudgets);
            }
        }
        return lockForRest;
    }

    private @Nullable Step lockForRest(Context cx) {
        return cx.lock(hctx().lock(), putRest);
    }

    private Step putRest(Context cx) {
        hctx().dispatch().addAll(list);
        list.clear();
        hctx().publishDispatch();
        return unlockRest;
    }

    private Step unlockRest(Context cx) {
        cx.unlock(hctx().lock());
        hctx().dispatched(true);
        return rerun;
    }

    private @Nullable Step rerun(Context cx) {
        Hctx on = hctx();
        boolean noWaiter = noTag && on.sharesTags() && !on.waitsForTag();
        cx.touch(on.counterLine());
        hctx = null;
        dispatched = false;
        if (!on.needsRestart() || noWaiter) {
            return runRequest.begin(on, true);
        } else if (noResource) {
            cx.send(on.port(), new HctxPort.RunDelayed(cx.cpuNumber(), RESOURCE_DELAY_NS, false, false), cx.nowNs());
        }
        return cx.ret();
    }

    private @Nullable Step allDone(Context cx) {
        dispatched = issued > 0;
        Hctx on = hctx();
        hctx = null;
        if (on.dispatched(false)) {
            cx.touch(on.counterLine());
        }
        return cx.ret();
    }
}
