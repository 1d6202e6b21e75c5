package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/** {@code __blk_run_queue}, for one context: calls request_fn with the queue_lock held. */
public final class RunQueue {
    private final RequestFn requestFn;
    private @Nullable RequestQueue queue;
    private final Step run = this::run;
    private final Step over = this::over;

    RunQueue(RequestFn requestFn) {
        this.requestFn = requestFn;
    }

    /**
     * Prepares to run a queue; its queue_lock is held, and will be held at the end.
     *
     * @param toRun the queue
     * @return the first step
     */
    public Step begin(RequestQueue toRun) {
        queue = toRun;
        return run;
    }

    private RequestQueue queue() {
        RequestQueue running = queue;
        if (running == null) {
            throw new IllegalStateException("no queue is being run");
        }
        return running;
    }

    private Step run(Context cx) {
        queue().runBegins();
        return cx.call(requestFn.begin(queue()), over);
    }

    private @Nullable Step over(Context cx) {
        queue().runEnds(cx);
        queue = null;
        return cx.ret();
    }
}
