package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_mq_run_hw_queue}, for one context: runs a hardware queue here, or lets kblockd run it, if anything waits
 * for it.
 */
final class RunRequest {
    private final @Nullable RunHwQueue runHwQueue;
    private final @Nullable Price queueWorkPrice;
    private @Nullable Hctx hctx;
    private boolean async;
    private final Step ask = this::ask;

    /**
     * Creates the function.
     *
     * @param runHwQueue runs queues in this context, or null if the context may only let kblockd do it
     * @param prices the kernel's price list
     */
    RunRequest(@Nullable RunHwQueue runHwQueue, PriceList prices) {
        this(runHwQueue, prices.of("kblockd_work"));
    }

    /**
     * Creates the function.
     *
     * @param runHwQueue runs queues in this context, or null if the context may only let kblockd do it
     * @param queueWorkPrice what giving a work to kblockd costs, or null if its generation's run includes that
     */
    RunRequest(@Nullable RunHwQueue runHwQueue, @Nullable Price queueWorkPrice) {
        this.runHwQueue = runHwQueue;
        this.queueWorkPrice = queueWorkPrice;
    }

    Step begin(Hctx toRun, boolean isAsync) {
        hctx = toRun;
        async = isAsync;
        return ask;
    }

    /** blk_mq_hctx_has_pending. */
    static boolean hasPending(Hctx hctx) {
        if (hctx.hasDispatch() || hctx.nextPending(0) >= 0) {
            return true;
        }
        ElevatorQueue elevator = hctx.queue().elevator();
        return elevator != null && elevator.hasWork(hctx);
    }

    private @Nullable Step ask(Context cx) {
        Hctx wanted = hctx;
        hctx = null;
        if (wanted == null) {
            throw new IllegalStateException("no hardware queue is being run");
        }
        if (!hasPending(wanted) || wanted.isStopped()) {
            return cx.ret();
        }
        RunHwQueue here = runHwQueue;
        if (!async && here != null && wanted.serves(cx.cpuNumber())) {
            return here.begin(wanted);
        }
        if (wanted.queueWork()) {
            Price price = queueWorkPrice;
            if (price != null) {
                cx.charge(price);
            }
            cx.send(wanted.port(), new HctxPort.RunAsync(cx.cpuNumber()), cx.nowNs());
        }
        return cx.ret();
    }
}
