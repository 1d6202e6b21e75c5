package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_requeue_work} since 4.12, for one kblockd worker, for requests of the flush machinery and for those that
 * the driver has given back after an error: they go to the dispatch list, past any scheduler, because an interrupt may not
 * take that list's lock.
 *
 * <p>Source: block/blk-mq.c of 6.1.
 */
final class LaterRequeueWork implements RequeueWork {
    private final ArrayDeque<Hctx.Requeued> taken = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private final Step lock = this::lock;
    private final Step take = this::take;
    private final Step unlock = this::unlock;
    private final Step lockDispatch = this::lockDispatch;
    private final Step insert = this::insert;
    private final Step unlockDispatch = this::unlockDispatch;

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

    private @Nullable Step lock(Context cx) {
        return cx.lock(hctx().flushLock(), take);
    }

    private Step take(Context cx) {
        hctx().takeRequeued(taken);
        return unlock;
    }

    private Step unlock(Context cx) {
        cx.unlock(hctx().flushLock());
        return lockDispatch;
    }

    private @Nullable Step lockDispatch(Context cx) {
        return cx.lock(hctx().lock(), insert);
    }

    private Step insert(Context cx) {
        for (Hctx.Requeued each = taken.poll(); each != null; each = taken.poll()) {
            if (each.atHead()) {
                hctx().dispatch().addFirst(each.request());
            } else {
                hctx().dispatch().addLast(each.request());
            }
        }
        hctx().publishDispatch();
        return unlockDispatch;
    }

    private @Nullable Step unlockDispatch(Context cx) {
        cx.unlock(hctx().lock());
        hctx = null;
        return cx.ret();
    }
}
