package org.mqemu.blkmq.driver;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/**
 * One CPU's list of done requests (blk_cpu_done) and BLOCK_SOFTIRQ, which works it off. Other CPUs may add to it: memory
 * that CPUs share.
 *
 * <p>A run takes what is there when it begins; what comes meanwhile raises the softirq again (blk_done_softirq).
 */
public final class DoneList {
    private final Cpu cpu;
    private final CompleteRq completeRq;
    private final @Nullable Price price;
    private final ConcurrentLinkedQueue<Request> done = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean filled = new AtomicBoolean();
    private final ArrayDeque<Request> running = new ArrayDeque<>();
    private final Step next = this::next;
    private final Step raise = this::raise;

    /**
     * Creates an empty list and registers the softirq.
     *
     * @param cpu the CPU
     * @param completeRq completes requests in the CPU's softirq context
     * @param price what the softirq takes for each request, or null if that is part of the completion
     */
    public DoneList(Cpu cpu, CompleteRq completeRq, @Nullable Price price) {
        this.price = price;
        this.cpu = cpu;
        this.completeRq = completeRq;
        cpu.handleSoftirq(this::begin);
    }

    /** Adds a request and raises the softirq; called on the CPU. */
    public void add(Request request) {
        if (push(request)) {
            cpu.raiseSoftirq();
        }
    }

    private boolean push(Request request) {
        done.add(request);
        return !filled.getAndSet(true);
    }

    /**
     * Adds a request on another CPU; only who finds the list empty sends an IPI, which raises the softirq
     * (blk_mq_complete_send_ipi of 5.12 on).
     *
     * @param cx a context of the other CPU
     * @param request the request
     * @param ipiPrice what sending an IPI takes
     */
    public void addRemotely(Context cx, Request request, Price ipiPrice) {
        if (push(request)) {
            cx.charge(ipiPrice);
            cx.callFunction(cpu, raise);
        }
    }

    /** Does the same in an IPI that another CPU has sent. */
    public @Nullable Step addByIpi(Context cx, Request request) {
        add(request);
        return cx.ret();
    }

    private @Nullable Step begin(Context cx) {
        filled.set(false);
        for (Request request = done.poll(); request != null; request = done.poll()) {
            running.add(request);
        }
        return next(cx);
    }

    private @Nullable Step raise(Context cx) {
        cpu.raiseSoftirq();
        return cx.ret();
    }

    private @Nullable Step next(Context cx) {
        Request request = running.poll();
        if (request == null) {
            return cx.ret();
        }
        Price each = price;
        if (each != null) {
            cx.charge(each);
        }
        return cx.call(completeRq.begin(request), next);
    }
}
