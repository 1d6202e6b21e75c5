package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_flush_plug_list}, for one thread: sorts the plug by queue and sector, inserts the requests of each queue
 * under its queue_lock (I for each, then U or UT) and runs it, or leaves that to a kworker.
 */
final class FlushPlug {
    /** plug_rq_cmp. */
    private static final Comparator<Request> BY_QUEUE_AND_SECTOR = Comparator.comparingInt(
                    (Request request) -> request.queue().disk().index())
            .thenComparingLong(Request::sector);

    private final RunQueue runQueue;
    private final EndSequenced endSequenced;
    private final Price insertPrice;
    private final List<Request> sorted = new ArrayList<>();
    private final ArrayDeque<Request> flushing = new ArrayDeque<>();
    private @Nullable PlugList plug;
    private @Nullable RequestQueue queue;
    private boolean fromSchedule;
    private int task;
    private int depth;

    private final Step sort = this::sort;
    private final Step nextQueue = this::nextQueue;
    private final Step insert = this::insert;
    private final Step unplug = this::unplug;
    private final Step unlock = this::unlock;

    FlushPlug(RunQueue runQueue, PriceList prices) {
        this.runQueue = runQueue;
        this.endSequenced = new EndSequenced(prices);
        this.insertPrice = prices.of("__elv_add_request");
    }

    /**
     * Prepares to flush a plug.
     *
     * @param toFlush the plug
     * @param isFromSchedule whether running the queues is left to kworkers, because the thread is about to sleep
     * @return the first step
     */
    Step begin(PlugList toFlush, boolean isFromSchedule) {
        plug = toFlush;
        fromSchedule = isFromSchedule;
        return sort;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no plug is being flushed");
        }
        return value;
    }

    private @Nullable Step sort(Context cx) {
        present(plug).takeAll(sorted);
        plug = null;
        if (sorted.size() > 1) {
            sorted.sort(BY_QUEUE_AND_SECTOR);
        }
        flushing.addAll(sorted);
        sorted.clear();
        return nextQueue(cx);
    }

    private @Nullable Step nextQueue(Context cx) {
        Request first = flushing.peek();
        if (first == null) {
            return cx.ret();
        }
        RequestQueue next = (RequestQueue) first.queue();
        queue = next;
        task = first.issuer();
        return cx.lock(next.lock(), insert);
    }

    private Step insert(Context cx) {
        RequestQueue to = present(queue);
        depth = 0;
        for (Request next = flushing.peek(); next != null && next.queue() == to; next = flushing.peek()) {
            flushing.remove();
            to.insert(next, cx);
            depth++;
        }
        cx.charge(insertPrice, depth);
        return cx.call(endSequenced.begin(to), unplug);
    }

    private Step unplug(Context cx) {
        RequestQueue of = present(queue);
        TraceAction action = fromSchedule ? TraceAction.UNPLUG_TIMER : TraceAction.UNPLUG;
        of.disk().tracePlug(action, task, cx.cpuNumber(), cx.nowNs(), depth);
        if (fromSchedule) {
            of.runAsync(cx);
            return unlock;
        }
        return cx.call(runQueue.begin(of), unlock);
    }

    private Step unlock(Context cx) {
        cx.unlock(present(queue).lock());
        queue = null;
        return nextQueue;
    }
}
