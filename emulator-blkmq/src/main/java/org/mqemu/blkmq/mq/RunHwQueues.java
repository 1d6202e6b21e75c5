package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/** {@code blk_mq_run_hw_queues}, for one context: runs hardware queues there, or lets kblockd do it. */
public final class RunHwQueues {
    private final BlkMqRules rules;
    private final RunRequest runRequest;
    private final boolean async;
    private @Nullable MqQueue queue;
    private int place;
    private final Step next = this::next;

    RunHwQueues(BlkMqRules rules, @Nullable RunHwQueue here, @Nullable Price queueWorkPrice) {
        this.rules = rules;
        this.async = here == null;
        runRequest = new RunRequest(here, queueWorkPrice);
    }

    /**
     * Prepares to run a device's hardware queues.
     *
     * @param of the device's queue
     * @return the first step
     */
    public Step begin(MqQueue of) {
        queue = of;
        place = 0;
        return next;
    }

    private @Nullable Step next(Context cx) {
        MqQueue running = queue;
        if (running == null || place == running.hardwareQueues().size()) {
            queue = null;
            return cx.ret();
        }
        Hctx hctx = running.hctx(place++);
        return rules.asksThroughOneQueue() && !running.mayRun(hctx, cx.cpuNumber())
                ? next(cx)
                : cx.call(runRequest.begin(hctx, async), next);
    }
}
