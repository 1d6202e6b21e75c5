package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/** The kblockd worker of one CPU: runs hardware queues asynchronously. */
public final class KWorker {
    private final Context thread;
    private final Ref<CpuPort> cpu;
    private final ArrayDeque<Hctx> works = new ArrayDeque<>();
    private final RunHwQueue runHwQueue;
    private final RequeueWork requeueWork = new RequeueWork();
    private final @Nullable Price workPrice;
    private final Step next = this::next;

    /**
     * Creates a worker that sleeps.
     *
     * @param cpu its CPU
     * @param layer the block layer
     * @param workPrice what taking up a work costs, or null if its generation's run includes that
     */
    KWorker(Cpu cpu, BlkMq layer, @Nullable Price workPrice) {
        this.cpu = cpu.port();
        this.workPrice = workPrice;
        this.thread = cpu.newWorker("kworker/" + cpu.number() + ":kblockd", next);
        this.runHwQueue = layer.newRunHwQueue(thread);
    }

    Ref<CpuPort> cpu() {
        return cpu;
    }

    /** Returns the message that gives the worker a hardware queue to run. */
    CpuPort.TellThread work(Hctx hctx) {
        return new CpuPort.TellThread(thread, () -> works.add(hctx));
    }

    private @Nullable Step next(Context cx) {
        Hctx hctx = works.poll();
        if (hctx == null) {
            return cx.sleep(false, next);
        }
        hctx.workStarts();
        Price price = workPrice;
        if (price != null) {
            cx.charge(price);
        }
        if (hctx.hasRequeued()) {
            return cx.call(requeueWork.begin(hctx), afterRequeue -> afterRequeue.call(runHwQueue.begin(hctx), next));
        }
        return cx.call(runHwQueue.begin(hctx), next);
    }
}
