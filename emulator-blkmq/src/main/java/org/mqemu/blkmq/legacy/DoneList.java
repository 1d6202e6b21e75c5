package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;

/**
 * One CPU's list of done requests (blk_cpu_done) and the softirq that works it off; touched by that CPU only.
 *
 * <p>A run takes what is there when it begins; what comes meanwhile raises the softirq again (blk_done_softirq).
 */
final class DoneList {
    private final Cpu cpu;
    private final CompleteRq completeRq;
    private final ArrayDeque<Request> done = new ArrayDeque<>();
    private final ArrayDeque<Request> running = new ArrayDeque<>();
    private final Step next = this::next;

    DoneList(Cpu cpu, CompleteRq completeRq) {
        this.cpu = cpu;
        this.completeRq = completeRq;
        cpu.handleSoftirq(this::begin);
    }

    void add(Request request) {
        if (done.isEmpty()) {
            cpu.raiseSoftirq();
        }
        done.add(request);
    }

    @Nullable Step addByIpi(Context cx, Request request) {
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
        return request == null ? cx.ret() : cx.call(completeRq.begin(request), next);
    }
}
