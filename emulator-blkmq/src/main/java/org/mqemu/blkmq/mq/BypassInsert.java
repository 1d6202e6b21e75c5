package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_request_bypass_insert}, for one context: puts a request on the hardware queue's dispatch list, past any
 * scheduler, and runs the hardware queue.
 */
final class BypassInsert {
    private final RunRequest runRequest;
    private @Nullable Hctx hctx;
    private @Nullable Request request;
    private boolean runs;
    private final Step start = this::start;
    private final Step put = this::put;
    private final Step unlock = this::unlock;

    BypassInsert(RunRequest runRequest) {
        this.runRequest = runRequest;
    }

    Step begin(Hctx on, Request toInsert, boolean runsQueue) {
        hctx = on;
        request = toInsert;
        runs = runsQueue;
        return start;
    }

    private Hctx hctx() {
        Hctx on = hctx;
        if (on == null) {
            throw new IllegalStateException("no request is being inserted");
        }
        return on;
    }

    private @Nullable Step start(Context cx) {
        return cx.lock(hctx().lock(), put);
    }

    private Step put(Context cx) {
        Request inserted = request;
        if (inserted != null) {
            hctx().dispatch().add(inserted);
        }
        hctx().publishDispatch();
        request = null;
        return unlock;
    }

    private @Nullable Step unlock(Context cx) {
        Hctx on = hctx();
        cx.unlock(on.lock());
        hctx = null;
        return runs ? runRequest.begin(on, false) : cx.ret();
    }
}
