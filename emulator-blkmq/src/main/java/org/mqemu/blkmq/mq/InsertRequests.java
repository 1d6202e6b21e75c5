package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_sched_insert_requests}, for one thread: inserts requests of one hardware and software queue into the
 * scheduler, or without one issues them directly or puts them into the software queue; then runs the hardware queue.
 */
final class InsertRequests {
    private final BlkMqRules rules;
    private final IssueDirectly issueDirectly;
    private final BypassInsert bypassInsert;
    private final MqFreeRequest freeRequest;
    private final RunRequest runRequest;
    private final Price insertOnePrice;
    private final Price insertListPrice;
    private final ArrayDeque<Request> list = new ArrayDeque<>();
    private final ArrayDeque<Request> joined = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private int cpu;
    private boolean async;

    private final Step start = this::start;
    private final Step leave = this::leave;
    private final Step issued = this::issued;
    private final Step insertIntoScheduler = this::insertIntoScheduler;
    private final Step unlockScheduler = this::unlockScheduler;
    private final Step freeJoined = this::freeJoined;
    private final Step intoSoftware = this::intoSoftware;
    private final Step insertIntoSoftware = this::insertIntoSoftware;
    private final Step unlockSoftware = this::unlockSoftware;
    private boolean mayIssue;

    InsertRequests(
            BlkMqRules rules,
            IssueDirectly issueDirectly,
            BypassInsert bypassInsert,
            MqFreeRequest freeRequest,
            RunRequest runRequest,
            PriceList prices) {
        this.rules = rules;
        this.issueDirectly = issueDirectly;
        this.bypassInsert = bypassInsert;
        this.freeRequest = freeRequest;
        this.runRequest = runRequest;
        this.insertOnePrice = prices.of("__blk_mq_insert_request");
        this.insertListPrice = prices.of("blk_mq_insert_requests");
    }

    /** Returns the list to put the requests into, before {@link #begin}. */
    ArrayDeque<Request> list() {
        return list;
    }

    /**
     * Prepares to insert what is in {@link #list()}.
     *
     * @param runsAsync whether kblockd runs the hardware queue afterwards, which also means that nothing is issued
     *     directly
     * @param issuesDirectly whether requests may be issued directly if the hardware queue is not busy
     */
    Step begin(boolean runsAsync, boolean issuesDirectly) {
        Request first = list.element();
        hctx = ((MqQueue) first.queue()).hctx(first.hctx());
        cpu = first.cpu();
        async = runsAsync;
        mayIssue = issuesDirectly && rules.directIssue() == BlkMqRules.DirectIssue.UNLESS_BUSY && !runsAsync;
        return start;
    }

    private Hctx hctx() {
        Hctx into = hctx;
        if (into == null) {
            throw new IllegalStateException("no requests are being inserted");
        }
        return into;
    }

    private MqQueue queue() {
        return hctx().queue();
    }

    private SoftwareQueue software() {
        return queue().softwareQueue(cpu);
    }

    /** The requests may end, and the queue be frozen, before this is over: it keeps the queue as it is meanwhile. */
    private @Nullable Step start(Context cx) {
        queue().gate().enterAgain(1);
        if (queue().elevator() != null) {
            return intoScheduler(cx);
        }
        if (mayIssue && hctx().dispatchBusy() == 0) {
            return issueNext(cx);
        }
        return intoSoftware(cx);
    }

    // ---- blk_mq_try_issue_list_directly ----

    private @Nullable Step issueNext(Context cx) {
        Request next = list.peek();
        if (next == null) {
            return leave(cx); // the driver has all of them, so that there is nothing to run
        }
        return cx.call(issueDirectly.begin(hctx(), next), issued);
    }

    private @Nullable Step issued(Context cx) {
        Request tried = list.remove();
        if (issueDirectly.outcome() == IssueDirectly.Outcome.ISSUED) {
            return issueNext(cx);
        }
        boolean last = list.isEmpty();
        return cx.call(bypassInsert.begin(hctx(), tried, last), last ? leave : intoSoftware);
    }

    // ---- with a scheduler ----

    private @Nullable Step intoScheduler(Context cx) {
        return cx.lock(scheduler().submitLock(software()), insertIntoScheduler);
    }

    private ElevatorQueue scheduler() {
        ElevatorQueue scheduler = queue().elevator();
        if (scheduler == null) {
            throw new IllegalStateException(hctx().name() + " has lost its scheduler while requests were inserted");
        }
        return scheduler;
    }

    private Step insertIntoScheduler(Context cx) {
        ElevatorQueue scheduler = scheduler();
        int inserted = list.size();
        for (Request request = list.poll(); request != null; request = list.poll()) {
            if (scheduler.insert(queue().limits(), request, false, cx.nowNs())) {
                request.inserted(cx.cpuNumber(), cx.nowNs());
            } else {
                joined.add(request);
            }
            scheduler.takeJoined(joined);
        }
        cx.charge(scheduler.insertPrice(), inserted);
        return unlockScheduler;
    }

    private Step unlockScheduler(Context cx) {
        cx.unlock(scheduler().submitLock(software()));
        return freeJoined;
    }

    private @Nullable Step freeJoined(Context cx) {
        Request empty = joined.poll();
        return empty == null ? runs(cx) : cx.call(freeRequest.beginDropped(empty), freeJoined);
    }

    // ---- without ----

    private @Nullable Step intoSoftware(Context cx) {
        return cx.lock(software().lock(), insertIntoSoftware);
    }

    private Step insertIntoSoftware(Context cx) {
        int inserted = list.size();
        for (Request request = list.poll(); request != null; request = list.poll()) {
            request.inserted(cx.cpuNumber(), cx.nowNs());
            software().requests(hctx().type()).add(request);
        }
        software().publish(hctx().type());
        if (!hctx().isPending(cpu)) {
            hctx().markPending(cpu);
            cx.touchNext(hctx().mapLine());
        }
        cx.charge(inserted == 1 ? insertOnePrice : insertListPrice, inserted);
        return unlockSoftware;
    }

    private @Nullable Step unlockSoftware(Context cx) {
        cx.unlock(software().lock());
        return runs(cx);
    }

    private Step runs(Context cx) {
        return cx.call(runRequest.begin(hctx(), async), leave);
    }

    private @Nullable Step leave(Context cx) {
        QueueGate gate = queue().gate();
        hctx = null;
        gate.leave(cx);
        return cx.ret();
    }
}
