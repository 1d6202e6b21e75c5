package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_requeue_request} under the queue_lock, for one context: a request that the driver had goes back to the queue's
 * head, and a kworker runs the queue (kblockd_schedule_work).
 */
public final class LegacyRequeueRequest {
    private @Nullable Request request;
    private final Step lock = this::lock;
    private final Step requeue = this::requeue;
    private final Step unlock = this::unlock;

    LegacyRequeueRequest() {}

    /**
     * Prepares to requeue a request.
     *
     * @param toRequeue a request that the device has answered, or that error handling has
     * @return the first step
     */
    public Step begin(Request toRequeue) {
        request = toRequeue;
        return lock;
    }

    private Request request() {
        Request requeued = request;
        if (requeued == null) {
            throw new IllegalStateException("no request is being requeued");
        }
        return requeued;
    }

    private RequestQueue queue() {
        return (RequestQueue) request().queue();
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(queue().lock(), requeue);
    }

    private Step requeue(Context cx) {
        queue().takeBack(request(), cx);
        return unlock;
    }

    private @Nullable Step unlock(Context cx) {
        cx.unlock(queue().lock());
        request = null;
        return cx.ret();
    }
}
