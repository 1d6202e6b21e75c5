package org.mqemu.blkmq.mq;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_flush_plug_list} and {@code blk_finish_plug}, for one thread: issues what is plugged, directly if it is
 * all for one queue without a scheduler, and gives back requests that were got for bios that did not come.
 */
final class FlushPlug {
    private final PlugRules rules;
    private final MqPlug plug;
    private final IssueDirectly issueDirectly;
    private final InsertRequests insertRequests;
    private final BypassInsert bypassInsert;
    private final MqFreeRequest freeRequest;
    private final Price flushPrice;
    private @Nullable Request tried;
    private boolean fromSchedule;

    private final Step finish = this::finish;
    private final Step sleeps = this::sleeps;
    private final Step start = this::start;
    private final Step issueNext = this::issueNext;
    private final Step issued = this::issued;
    private final Step insertGroups = this::insertGroups;
    private final Step freeCached = this::freeCached;

    FlushPlug(
            PlugRules rules,
            MqPlug plug,
            IssueDirectly issueDirectly,
            InsertRequests insertRequests,
            BypassInsert bypassInsert,
            MqFreeRequest freeRequest,
            PriceList prices) {
        this.rules = rules;
        this.plug = plug;
        this.issueDirectly = issueDirectly;
        this.insertRequests = insertRequests;
        this.bypassInsert = bypassInsert;
        this.freeRequest = freeRequest;
        this.flushPrice = prices.of("blk_mq_flush_plug_list");
    }

    /** Prepares to flush the plug; what waits in it only, unlike {@link #finish()}. */
    Step begin(boolean becauseItSleeps) {
        fromSchedule = becauseItSleeps;
        return start;
    }

    /** Prepares to end the batch. */
    Step finish() {
        return finish;
    }

    /** Prepares to send everything on its way before the thread sleeps. */
    Step beforeSleep() {
        return sleeps;
    }

    private Step finish(Context cx) {
        plug.end();
        fromSchedule = false;
        return cx.call(start, freeCached);
    }

    private Step sleeps(Context cx) {
        fromSchedule = true;
        return cx.call(start, freeCached);
    }

    private @Nullable Step start(Context cx) {
        if (plug.isEmpty()) {
            return cx.ret();
        }
        cx.charge(flushPrice);
        boolean directly = rules.order() == PlugRules.Order.LAST_FIRST
                && !fromSchedule
                && !plug.hasElevator()
                && !plug.ofSeveralQueues();
        return directly ? issueNext : insertGroups;
    }

    // ---- blk_mq_plug_issue_direct ----

    private @Nullable Step issueNext(Context cx) {
        if (plug.isEmpty()) {
            return cx.ret();
        }
        Request newest = plug.takeNewest();
        tried = newest;
        return cx.call(issueDirectly.begin(hctxOf(newest), newest), issued);
    }

    private @Nullable Step issued(Context cx) {
        Request request = tried;
        tried = null;
        if (request == null || issueDirectly.outcome() == IssueDirectly.Outcome.ISSUED) {
            return issueNext(cx);
        }
        return cx.call(bypassInsert.begin(hctxOf(request), request, true), insertGroups);
    }

    private static Hctx hctxOf(Request request) {
        return ((MqQueue) request.queue()).hctx(request.hctx());
    }

    // ---- blk_mq_dispatch_plug_list ----

    private @Nullable Step insertGroups(Context cx) {
        return plug.isEmpty() ? cx.ret() : insertGroup(cx);
    }

    private Step insertGroup(Context cx) {
        List<Request> group = new ArrayList<>();
        plug.takeOneQueue(group);
        sort(group);
        Request first = group.get(0);
        first.queue()
                .disk()
                .tracePlug(
                        fromSchedule ? TraceAction.UNPLUG_TIMER : TraceAction.UNPLUG,
                        first.issuer(),
                        cx.cpuNumber(),
                        cx.nowNs(),
                        group.size());
        insertRequests.list().addAll(group);
        return cx.call(insertRequests.begin(fromSchedule, true), insertGroups);
    }

    private void sort(List<Request> group) {
        if (rules.order() == PlugRules.Order.BY_SECTOR) {
            group.sort(Comparator.comparingLong(Request::sector));
        }
    }

    // ---- blk_mq_free_plug_rqs ----

    private @Nullable Step freeCached(Context cx) {
        Request unused = plug.takeCached();
        return unused == null ? cx.ret() : cx.call(freeRequest.beginDropped(unused), freeCached);
    }
}
