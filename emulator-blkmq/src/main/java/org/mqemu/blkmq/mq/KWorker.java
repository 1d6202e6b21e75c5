package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.driver.TimeoutWork;

/** The kblockd worker of one CPU: runs hardware queues asynchronously. */
public final class KWorker {
    private final Context thread;
    private final Ref<CpuPort> cpu;
    private final ArrayDeque<Hctx> works = new ArrayDeque<>();
    private final ArrayDeque<KblockdWork> otherWorks = new ArrayDeque<>();
    private final RunHwQueue runHwQueue;
    private final RequeueWork requeueWork;
    private final @Nullable TimeoutWork timeoutWork;
    private final ArrayDeque<MqQueue> timeouts = new ArrayDeque<>();
    private final @Nullable Price workPrice;
    private final Step next = this::next;

    /**
     * Creates a worker that sleeps.
     *
     * @param cpu its CPU
     * @param layer the block layer
     * @param prices the kernel's price list
     * @param workPrice what taking up a work costs, or null if its generation's run includes that
     */
    KWorker(Cpu cpu, BlkMq layer, PriceList prices, @Nullable Price workPrice) {
        this.cpu = cpu.port();
        this.workPrice = workPrice;
        this.requeueWork = layer.newRequeueWork();
        this.thread = cpu.newWorker("kworker/" + cpu.number() + ":kblockd", next);
        this.runHwQueue = layer.newRunHwQueue(thread);
        TimeoutRq timeoutRq = layer.driver().newTimeoutRq(thread);
        this.timeoutWork = timeoutRq == null ? null : new TimeoutWork(timeoutRq, prices.of("blk_timeout_work"));
    }

    Ref<CpuPort> cpu() {
        return cpu;
    }

    /** Returns the message that gives the worker a hardware queue to run. */
    CpuPort.TellThread work(Hctx hctx) {
        return new CpuPort.TellThread(thread, () -> works.add(hctx));
    }

    /** Returns the message that gives the worker a driver's function to run. */
    CpuPort.TellThread work(KblockdWork work) {
        return new CpuPort.TellThread(thread, () -> otherWorks.add(work));
    }

    /** Returns the message that lets the worker look for requests of a queue that have timed out. */
    CpuPort.TellThread timeoutWork(MqQueue queue) {
        return new CpuPort.TellThread(thread, () -> timeouts.add(queue));
    }

    private @Nullable Step next(Context cx) {
        TimeoutWork looks = timeoutWork;
        MqQueue timedOut = looks == null ? null : timeouts.poll();
        if (looks != null && timedOut != null) {
            return cx.call(looks.begin(timedOut), next);
        }
        KblockdWork other = otherWorks.poll();
        if (other != null) {
            chargeWork(cx);
            return cx.call(other.begin(cx), next);
        }
        Hctx hctx = works.poll();
        if (hctx == null) {
            return cx.sleep(false, next);
        }
        hctx.workStarts();
        chargeWork(cx);
        if (hctx.hasRequeued()) {
            return cx.call(requeueWork.begin(hctx), afterRequeue -> afterRequeue.call(runHwQueue.begin(hctx), next));
        }
        return cx.call(runHwQueue.begin(hctx), next);
    }

    private void chargeWork(Context cx) {
        Price price = workPrice;
        if (price != null) {
            cx.charge(price);
        }
    }
}
