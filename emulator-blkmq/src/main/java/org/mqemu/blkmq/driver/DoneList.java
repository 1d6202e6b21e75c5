package org.mqemu.blkmq.driver;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;

/**
 * One CPU's list of done requests (blk_cpu_done) and BLOCK_SOFTIRQ, which works it off; touched by that CPU only.
 *
 * <p>A run takes what is there when it begins; what comes meanwhile raises the softirq again (blk_done_softirq).
 */
public final class DoneList {
    private final Cpu cpu;
    private final CompleteRq completeRq;
    private final @Nullable Price price;
    private final ArrayDeque<Request> done = new ArrayDeque<>();
    private final ArrayDeque<Request> running = new ArrayDeque<>();
    private final Step next = this::next;

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
        if (done.isEmpty()) {
            cpu.raiseSoftirq();
        }
        done.add(request);
    }

    /** Does the same from another CPU's interrupt. */
    public @Nullable Step addByIpi(Context cx, Request request) {
        add(request);
        return cx.ret();
    }

    private @Nullable Step begin(Context cx) {
        running.addAll(done);
        done.clear();
        return next(cx);
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
