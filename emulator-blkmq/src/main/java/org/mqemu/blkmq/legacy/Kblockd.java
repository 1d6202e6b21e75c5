package org.mqemu.blkmq.legacy;

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

/** The kblockd worker of one CPU: runs queues that nobody else would run now (blk_delay_work), and
 * looks for requests that have timed out, which 3.15 did in a timer and 4.5 on does here (blk_timeout_work). */
final class Kblockd {
    private final Context thread;
    private final Ref<CpuPort> cpu;
    private final RunQueue runQueue;
    private final Price runPrice;
    private final @Nullable TimeoutWork timeoutWork;
    private final ArrayDeque<RequestQueue> timeouts = new ArrayDeque<>();
    private final ArrayDeque<RequestQueue> works = new ArrayDeque<>();
    private @Nullable RequestQueue queue;
    private final Step next = this::next;
    private final Step run = this::run;
    private final Step call = this::call;
    private final Step unlock = this::unlock;

    /** Creates a worker that sleeps. */
    Kblockd(Cpu cpu, LegacyBlock layer, PriceList prices) {
        this.cpu = cpu.port();
        this.thread = cpu.newWorker("kworker/" + cpu.number() + ":kblockd", next);
        this.runQueue = layer.newRunQueue(thread);
        this.runPrice = prices.of("__blk_run_queue");
        TimeoutRq timeoutRq = layer.newTimeoutRq(thread);
        this.timeoutWork = timeoutRq == null ? null : new TimeoutWork(timeoutRq, prices.of("blk_timeout_work"));
    }

    Ref<CpuPort> cpu() {
        return cpu;
    }

    /** Returns the message that gives the worker a queue to run. */
    CpuPort.TellThread work(RequestQueue toRun) {
        return new CpuPort.TellThread(thread, () -> works.add(toRun));
    }

    /** Returns the message that lets the worker look for requests of a queue that have timed out. */
    CpuPort.TellThread timeoutWork(RequestQueue queue) {
        return new CpuPort.TellThread(thread, () -> timeouts.add(queue));
    }

    private RequestQueue queue() {
        RequestQueue running = queue;
        if (running == null) {
            throw new IllegalStateException("no queue is being run");
        }
        return running;
    }

    private @Nullable Step next(Context cx) {
        TimeoutWork looks = timeoutWork;
        RequestQueue timedOut = looks == null ? null : timeouts.poll();
        if (looks != null && timedOut != null) {
            return cx.call(looks.begin(timedOut), next);
        }
        RequestQueue toRun = works.poll();
        if (toRun == null) {
            return cx.sleep(false, next);
        }
        queue = toRun;
        return cx.lock(toRun.lock(), run);
    }

    private Step run(Context cx) {
        queue().laterRun().begins();
        cx.charge(runPrice);
        return call;
    }

    private Step call(Context cx) {
        return cx.call(runQueue.begin(queue()), unlock);
    }

    private Step unlock(Context cx) {
        cx.unlock(queue().lock());
        queue = null;
        return next;
    }
}
