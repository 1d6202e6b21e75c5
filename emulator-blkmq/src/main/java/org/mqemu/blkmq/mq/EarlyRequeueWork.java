package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_requeue_work} of 3.17, for one kblockd worker: requests go to the head of the software queue that they came
 * from (event I), and the hardware queue is started if it is stopped.
 *
 * <p>Source: block/blk-mq.c of 3.17.
 */
final class EarlyRequeueWork implements RequeueWork {
    private final ArrayDeque<Hctx.Requeued> taken = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private final Step lock = this::lock;
    private final Step take = this::take;
    private final Step unlock = this::unlock;
    private final Step next = this::next;
    private final Step insert = this::insert;
    private final Step unlockSoftware = this::unlockSoftware;

    @Override
    public Step begin(Hctx of) {
        hctx = of;
        return lock;
    }

    private Hctx hctx() {
        Hctx of = hctx;
        if (of == null) {
            throw new IllegalStateException("nothing is being requeued");
        }
        return of;
    }

    private SoftwareQueue software() {
        return hctx().queue().softwareQueue(taken.element().request().cpu());
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(hctx().flushLock(), take);
    }

    private Step take(Context cx) {
        hctx().takeRequeued(taken);
        return unlock;
    }

    private Step unlock(Context cx) {
        cx.unlock(hctx().flushLock());
        return next;
    }

    private @Nullable Step next(Context cx) {
        if (taken.isEmpty()) {
            hctx().start();
            hctx = null;
            return cx.ret();
        }
        return cx.lock(software().lock(), insert);
    }

    private Step insert(Context cx) {
        Request request = taken.element().request();
        request.reinserted(cx.cpuNumber(), cx.nowNs());
        software().requests(QueueMap.Type.DEFAULT).addFirst(request);
        software().publish(QueueMap.Type.DEFAULT);
        if (!hctx().isPending(request.cpu())) {
            hctx().markPending(request.cpu());
            cx.touchNext(hctx().mapLine());
        }
        return unlockSoftware;
    }

    private Step unlockSoftware(Context cx) {
        cx.unlock(software().lock());
        taken.remove();
        return next;
    }
}
