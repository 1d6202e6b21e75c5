package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.EndRequest;
import org.mqemu.blkmq.block.FlushQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * The steps of flush sequences, for one context: begins them ({@code blk_insert_flush}), and goes on when the device has
 * answered a flush or data ({@code flush_end_io}, {@code mq_flush_data_end_io}).
 *
 * <p>Flushes and data go to the dispatch list by way of kblockd, past any scheduler. With a scheduler each gets a driver
 * tag there, and gives it back between two steps; without one a flush borrows the tag of the request that it is for.
 * Source: block/blk-flush.c of 6.1.
 */
final class FlushSteps {
    private final EndRequest endRequest;
    private final MqFreeRequest freeRequest;
    private final PutTag putTag;
    private final RunRequest runRequest;
    private final @Nullable BypassInsert bypassInsert;
    private final Price price;
    private final Price workPrice;
    private final ArrayDeque<FlushQueue.Todo> todo = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private @Nullable Request request;
    private @Nullable Request ending;
    private boolean requeued;
    private boolean answered;

    private final Step putDriverTag = this::putDriverTag;
    private final Step lock = this::lock;
    private final Step step = this::step;
    private final Step unlock = this::unlock;
    private final Step next = this::next;
    private final Step free = this::free;

    /**
     * Creates the function.
     *
     * @param bypassInsert inserts data that needs no flush, or null in contexts that only complete
     * @param prices the kernel's price list
     */
    FlushSteps(@Nullable BypassInsert bypassInsert, PriceList prices) {
        this.bypassInsert = bypassInsert;
        this.endRequest = new EndRequest(prices);
        this.freeRequest = new MqFreeRequest(prices);
        this.putTag = new PutTag(prices);
        this.runRequest = new RunRequest(null, prices);
        this.price = prices.of("blk_insert_flush");
        this.workPrice = prices.of("kblockd_work");
    }

    /** Prepares to insert a request that asks for durability. */
    Step insert(Request toInsert) {
        begin(toInsert, false);
        return lock;
    }

    /** Prepares to go on after an answer to a request that {@link Request#isSequenced()}. */
    Step answered(Request completed) {
        begin(completed, true);
        return putDriverTag;
    }

    private void begin(Request of, boolean hasAnswer) {
        request = of;
        hctx = ((MqQueue) of.queue()).hctx(of.hctx());
        answered = hasAnswer;
        requeued = false;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is in a flush sequence here");
        }
        return value;
    }

    private @Nullable Step putDriverTag(Context cx) {
        Request completed = present(request);
        int tag = completed.tag();
        if (tag < 0 || present(hctx).queue().elevator() == null) {
            return lock(cx);
        }
        completed.tag(-1);
        return cx.call(
                putTag.begin(present(hctx).tags(), completed.queue().disk().index(), tag), lock);
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(present(hctx).flushLock(), step);
    }

    private Step step(Context cx) {
        FlushQueue flushes = present(hctx).flushQueue();
        Request current = present(request);
        request = null;
        if (answered) {
            flushes.answered(current, cx.cpuNumber(), cx.nowNs());
        } else {
            flushes.insert(current, ((MqQueue) current.queue()).writeCache(), cx.cpuNumber(), cx.nowNs());
        }
        for (FlushQueue.Todo each = flushes.next(); each != null; each = flushes.next()) {
            if (each.kind() == FlushQueue.Kind.DATA || each.kind() == FlushQueue.Kind.FLUSH) {
                each.request().inserted(cx.cpuNumber(), cx.nowNs());
                present(hctx).requeue(each.request(), each.kind() == FlushQueue.Kind.DATA);
                requeued = true;
            } else {
                todo.add(each);
            }
        }
        cx.charge(price);
        return unlock;
    }

    private Step unlock(Context cx) {
        cx.unlock(present(hctx).flushLock());
        return next;
    }

    private @Nullable Step next(Context cx) {
        if (requeued) {
            requeued = false;
            kick(cx, present(hctx));
            return next;
        }
        FlushQueue.Todo now = todo.poll();
        if (now == null) {
            return over(cx);
        } else if (now.kind() == FlushQueue.Kind.PASS) {
            return cx.call(present(bypassInsert).begin(present(hctx), now.request(), true), next);
        }
        ending = now.request();
        return cx.call(endRequest.begin(now.request()), free);
    }

    /** blk_mq_kick_requeue_list. */
    private void kick(Context cx, Hctx on) {
        if (on.queueWork()) {
            cx.charge(workPrice);
            cx.send(on.port(), new HctxPort.RunAsync(cx.cpuNumber()), cx.nowNs());
        }
    }

    private Step free(Context cx) {
        Request ended = present(ending);
        ending = null;
        return cx.call(freeRequest.begin(ended), next);
    }

    private @Nullable Step over(Context cx) {
        Hctx on = present(hctx);
        hctx = null;
        return answered && on.takeRestart() ? runRequest.begin(on, true) : cx.ret();
    }
}
