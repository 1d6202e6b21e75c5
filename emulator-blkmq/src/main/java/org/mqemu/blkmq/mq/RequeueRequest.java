package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_requeue_request} with a kick of the requeue list, for one context: a request that the driver had goes back
 * (event R), gives its driver tag up if it has one of the scheduler's too, and is issued again by way of kblockd.
 *
 * <p>The kernel has one requeue list for a device; here each hardware queue has its own. Schedulers are told of the end
 * only (bfq and kyber also account for a requeue). Source: block/blk-mq.c of 3.17 and 6.1.
 */
public final class RequeueRequest {
    private final PutTag putTag;
    private final @Nullable Price kickPrice;
    private @Nullable Request request;
    private final Step takeBack = this::takeBack;
    private final Step lock = this::lock;
    private final Step add = this::add;
    private final Step unlock = this::unlock;
    private final Step kick = this::kick;

    RequeueRequest(@Nullable Price kickPrice, PriceList prices) {
        this.putTag = new PutTag(prices);
        this.kickPrice = kickPrice;
    }

    /**
     * Prepares to requeue a request.
     *
     * @param toRequeue a request that the device has answered, or that error handling has
     * @return the first step
     */
    public Step begin(Request toRequeue) {
        request = toRequeue;
        return takeBack;
    }

    private Request request() {
        Request requeued = request;
        if (requeued == null) {
            throw new IllegalStateException("no request is being requeued");
        }
        return requeued;
    }

    private Hctx hctx() {
        return ((MqQueue) request().queue()).hctx(request().hctx());
    }

    private @Nullable Step takeBack(Context cx) {
        Request requeued = request();
        requeued.takenBack(cx.cpuNumber(), cx.nowNs());
        int tag = requeued.tag();
        if (tag < 0 || hctx().queue().elevator() == null) {
            return lock(cx);
        }
        requeued.tag(-1);
        return cx.call(putTag.begin(hctx().tags(), requeued.queue().disk().index(), tag), lock);
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(hctx().flushLock(), add);
    }

    private Step add(Context cx) {
        hctx().requeueFirst(request());
        return unlock;
    }

    private Step unlock(Context cx) {
        cx.unlock(hctx().flushLock());
        return kick;
    }

    private @Nullable Step kick(Context cx) {
        Hctx on = hctx();
        request = null;
        if (on.queueWork()) {
            Price price = kickPrice;
            if (price != null) {
                cx.charge(price);
            }
            cx.send(on.port(), new HctxPort.RunAsync(cx.cpuNumber()), cx.nowNs());
        }
        return cx.ret();
    }
}
