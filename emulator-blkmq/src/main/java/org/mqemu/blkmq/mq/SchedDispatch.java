package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.sync.Lock;

/**
 * {@code blk_mq_sched_dispatch_requests} since 4.12, for one context: what the driver had no room for first; then, if
 * that is gone, what the scheduler gives, or what waits in the software queues: one by one, in turn, while the driver
 * is short of room, else all at once.
 *
 * <p>Source: block/blk-mq-sched.c of 6.1.
 */
final class SchedDispatch implements RunHwQueue {
    private static final long BUDGET_DELAY_NS = 3_000_000; // BLK_MQ_BUDGET_DELAY

    private final BlkMqRules rules;
    private final @Nullable DispatchBudget budget;
    private final DispatchList dispatchList;
    private final RunRequest runRequest;
    private final Price runPrice;
    private final Price dequeuePrice;
    private final ArrayDeque<Request> list = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private @Nullable Request dequeued;
    private int from;
    private int count;
    private int most;
    private boolean again;
    private boolean secondRun;
    private boolean nothingGiven;

    private final Step run = this::run;
    private final Step takeDispatch = this::takeDispatch;
    private final Step unlockDispatch = this::unlockDispatch;
    private final Step restDispatched = this::restDispatched;
    private final Step fromScheduler = this::fromScheduler;
    private final Step schedulerBudget = this::schedulerBudget;
    private final Step lockScheduler = this::lockScheduler;
    private final Step askScheduler = this::askScheduler;
    private final Step unlockScheduler = this::unlockScheduler;
    private final Step getTag = this::getTag;
    private final Step schedulerGave = this::schedulerGave;
    private final Step schedulerDispatched = this::schedulerDispatched;
    private final Step fromSoftware = this::fromSoftware;
    private final Step softwareBudget = this::softwareBudget;
    private final Step lockSoftware = this::lockSoftware;
    private final Step dequeue = this::dequeue;
    private final Step unlockDequeued = this::unlockDequeued;
    private final Step softwareDispatched = this::softwareDispatched;
    private final Step gather = this::gather;
    private final Step takeAll = this::takeAll;
    private final Step unlockAll = this::unlockAll;
    private final Step over = this::over;
    private final Step runAgain = this::runOnce;
    private final Step wakeLater = this::wakeLater;

    SchedDispatch(
            BlkMqRules rules,
            @Nullable DispatchBudget budget,
            DispatchList dispatchList,
            RunRequest runRequest,
            PriceList prices) {
        this.rules = rules;
        this.budget = budget;
        this.dispatchList = dispatchList;
        this.runRequest = runRequest;
        this.runPrice = prices.of("blk_mq_run_hw_queue");
        this.dequeuePrice = prices.of("blk_mq_dequeue_from_ctx");
    }

    @Override
    public Step begin(Hctx toRun) {
        hctx = toRun;
        return run;
    }

    private Hctx hctx() {
        Hctx running = hctx;
        if (running == null) {
            throw new IllegalStateException("no hardware queue is being run");
        }
        return running;
    }

    private MqQueue queue() {
        return hctx().queue();
    }

    private @Nullable ElevatorQueue scheduler() {
        return queue().elevator();
    }

    private @Nullable Step run(Context cx) {
        secondRun = false;
        if (!queue().gate().beginRun(cx)) {
            hctx = null;
            return cx.ret();
        }
        return runOnce(cx);
    }

    private @Nullable Step runOnce(Context cx) {
        again = false;
        if (hctx().isStopped()) {
            return over(cx);
        }
        if (hctx().hasDispatch()) {
            return cx.lock(hctx().lock(), takeDispatch);
        }
        cx.charge(runPrice);
        return begins();
    }

    private Step begins() {
        if (scheduler() != null) {
            return beginScheduler();
        }
        from = -1;
        return oneByOne() ? beginSoftware() : gather;
    }

    private boolean oneByOne() {
        return switch (rules.dequeue()) {
            case ALL -> false;
            case ONE_WITH_BUDGET -> budget != null;
            case ONE_WHEN_BUSY -> hctx().dispatchBusy() > 0;
        };
    }

    // ---- what the driver had no room for ----

    private Step takeDispatch(Context cx) {
        list.addAll(hctx().dispatch());
        hctx().dispatch().clear();
        hctx().publishDispatch();
        return unlockDispatch;
    }

    private @Nullable Step unlockDispatch(Context cx) {
        cx.unlock(hctx().lock());
        cx.charge(runPrice);
        if (list.isEmpty()) {
            return begins();
        }
        hctx().markRestart();
        return cx.call(dispatchList.begin(hctx(), list, false), restDispatched);
    }

    private @Nullable Step restDispatched(Context cx) {
        if (!dispatchList.dispatched()) {
            return over(cx);
        }
        return scheduler() != null ? beginScheduler() : beginSoftware();
    }

    // ---- blk_mq_do_dispatch_sched ----

    private Step beginScheduler() {
        count = 0;
        boolean one = rules.dequeue() == BlkMqRules.Dequeue.ONE_WITH_BUDGET // several at once since about 5.9
                || (rules.dequeue() == BlkMqRules.Dequeue.ONE_WHEN_BUSY && hctx().dispatchBusy() > 0);
        most = one ? 1 : queue().nrRequests();
        return fromScheduler;
    }

    private @Nullable Step fromScheduler(Context cx) {
        ElevatorQueue scheduler = scheduler();
        nothingGiven = false;
        if (scheduler == null || count == most || !scheduler.hasWork(hctx())) {
            return schedulerGave(cx);
        }
        if (hctx().hasDispatch()) {
            again = true;
            return schedulerGave(cx);
        }
        DispatchBudget places = budget;
        return places == null ? lockScheduler(cx) : cx.call(places.take(queue()), schedulerBudget);
    }

    private @Nullable Step schedulerBudget(Context cx) {
        return token() == DispatchBudget.NONE ? schedulerGave(cx) : lockScheduler;
    }

    private int token() {
        DispatchBudget places = budget;
        return places == null ? DispatchBudget.NONE : places.token();
    }

    private ElevatorQueue presentScheduler() {
        ElevatorQueue scheduler = scheduler();
        if (scheduler == null) {
            throw new IllegalStateException(hctx().name() + " has lost its scheduler while it was run");
        }
        return scheduler;
    }

    private Lock schedulerLock() {
        return presentScheduler().dispatchLock(hctx());
    }

    private @Nullable Step lockScheduler(Context cx) {
        return cx.lock(schedulerLock(), askScheduler);
    }

    private Step askScheduler(Context cx) {
        dequeued = presentScheduler().dispatch(hctx(), cx.nowNs());
        cx.charge(presentScheduler().dispatchPrice());
        return unlockScheduler;
    }

    private @Nullable Step unlockScheduler(Context cx) {
        cx.unlock(schedulerLock());
        Request request = dequeued;
        if (request != null) {
            dequeued = null;
            request.budgetToken(token());
            list.add(request);
            count++;
            return getTag;
        }
        nothingGiven = true;
        DispatchBudget places = budget;
        return places == null ? schedulerGave : cx.call(places.give(queue(), places.token()), schedulerGave);
    }

    /** Without a driver tag there is no use in asking the scheduler for more. */
    private @Nullable Step getTag(Context cx) {
        Request last = list.getLast();
        return DriverTag.get(cx, queue().hctx(last.hctx()), last) ? fromScheduler : schedulerGave;
    }

    private @Nullable Step schedulerGave(Context cx) {
        if (count > 0) {
            Hctx first = queue().hctx(list.element().hctx());
            return cx.call(dispatchList.begin(first, oneHctx(first), budget != null), schedulerDispatched);
        }
        return nothingGiven ? wakeLater : over(cx);
    }

    /** blk_mq_dispatch_hctx_list: requests of one hardware queue go together. */
    private ArrayDeque<Request> oneHctx(Hctx first) {
        boolean single = true;
        for (Request request : list) {
            single &= request.hctx() == first.index();
        }
        if (single) {
            return list;
        }
        ArrayDeque<Request> together = new ArrayDeque<>();
        list.removeIf(request -> request.hctx() == first.index() && together.add(request));
        return together;
    }

    private @Nullable Step schedulerDispatched(Context cx) {
        if (!list.isEmpty()) {
            return schedulerGave(cx);
        }
        return again || !dispatchList.dispatched() ? over(cx) : beginScheduler();
    }

    /** The scheduler has work and gives none: it idles, or waits for a better one; somebody must look again. */
    private @Nullable Step wakeLater(Context cx) {
        ElevatorQueue scheduler = scheduler();
        long wakeAtNs = scheduler == null ? Long.MAX_VALUE : scheduler.wakeAtNs();
        long delayNs = Math.min(BUDGET_DELAY_NS, Math.max(0, wakeAtNs - cx.nowNs()));
        List<Hctx> all = queue().hardwareQueues();
        for (int i = 0; i < all.size(); i++) {
            if (mayRun(cx, all.get(i)) && RunRequest.hasPending(all.get(i))) {
                delay(cx, all.get(i), delayNs);
            }
        }
        return over(cx);
    }

    private boolean mayRun(Context cx, Hctx any) {
        return !rules.asksThroughOneQueue() || queue().mayRun(any, cx.cpuNumber());
    }

    private static void delay(Context cx, Hctx hctx, long delayNs) {
        cx.send(hctx.port(), new HctxPort.RunDelayed(cx.cpuNumber(), delayNs, true, false), cx.nowNs());
    }

    // ---- blk_mq_do_dispatch_ctx ----

    private Step beginSoftware() {
        from = hctx().dispatchFrom();
        return fromSoftware;
    }

    private @Nullable Step fromSoftware(Context cx) {
        if (hctx().hasDispatch()) {
            again = true;
            return over(cx);
        }
        if (hctx().nextPending(0) < 0) {
            return over(cx);
        }
        DispatchBudget places = budget;
        return places == null ? lockSoftware(cx) : cx.call(places.take(queue()), softwareBudget);
    }

    private @Nullable Step softwareBudget(Context cx) {
        return token() == DispatchBudget.NONE ? over(cx) : lockSoftware;
    }

    private @Nullable Step lockSoftware(Context cx) {
        int pending = hctx().nextPending(Math.max(0, from + 1));
        from = pending >= 0 ? pending : hctx().nextPending(0);
        if (from < 0) {
            return nothingDequeued(cx);
        }
        return cx.lock(queue().softwareQueue(from).lock(), dequeue);
    }

    private Step dequeue(Context cx) {
        SoftwareQueue software = queue().softwareQueue(from);
        dequeued = software.requests(hctx().type()).poll();
        if (software.requests(hctx().type()).isEmpty()) {
            hctx().clearPending(from);
            cx.touchNext(hctx().mapLine());
        }
        software.publish(hctx().type());
        cx.charge(dequeuePrice);
        return unlockDequeued;
    }

    private @Nullable Step unlockDequeued(Context cx) {
        cx.unlock(queue().softwareQueue(from).lock());
        Request request = dequeued;
        dequeued = null;
        if (request == null) {
            return nothingDequeued(cx);
        }
        request.budgetToken(token());
        list.add(request);
        hctx().dispatchFrom(from);
        return cx.call(dispatchList.begin(hctx(), list, budget != null), softwareDispatched);
    }

    private @Nullable Step nothingDequeued(Context cx) {
        DispatchBudget places = budget;
        if (places == null) {
            return over(cx);
        }
        List<Hctx> all = queue().hardwareQueues();
        for (int i = 0; i < all.size(); i++) {
            delay(cx, all.get(i), BUDGET_DELAY_NS);
        }
        return cx.call(places.give(queue(), places.token()), over);
    }

    private @Nullable Step softwareDispatched(Context cx) {
        return dispatchList.dispatched() ? fromSoftware : over(cx);
    }

    // ---- blk_mq_flush_busy_ctxs ----

    private @Nullable Step gather(Context cx) {
        from = hctx().nextPending(from + 1);
        if (from >= 0) {
            return cx.lock(queue().softwareQueue(from).lock(), takeAll);
        }
        return list.isEmpty() ? over(cx) : cx.call(dispatchList.begin(hctx(), list, false), over);
    }

    private Step takeAll(Context cx) {
        SoftwareQueue software = queue().softwareQueue(from);
        ArrayDeque<Request> waiting = software.requests(hctx().type());
        list.addAll(waiting);
        waiting.clear();
        software.publish(hctx().type());
        hctx().clearPending(from);
        cx.touchNext(hctx().mapLine());
        return unlockAll;
    }

    private Step unlockAll(Context cx) {
        cx.unlock(queue().softwareQueue(from).lock());
        return gather;
    }

    /** Something came onto the dispatch list meanwhile: this looks again once, then leaves it to kblockd (-EAGAIN). */
    private @Nullable Step over(Context cx) {
        if (again && !secondRun) {
            secondRun = true;
            return runAgain;
        }
        Hctx ran = hctx();
        hctx = null;
        ran.queue().gate().endRun(cx);
        if (again) {
            again = false;
            return runRequest.begin(ran, true);
        }
        return cx.ret();
    }
}
