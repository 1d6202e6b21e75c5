package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;

/** One CPU's list of done requests (blk_cpu_done) and the softirq that works it off; touched by that CPU only. */
final class DoneList {
    private final Cpu cpu;
    private final CompleteRq completeRq;
    private final ArrayDeque<Request> done = new ArrayDeque<>();
    private final Step next = this::next;

    DoneList(Cpu cpu, CompleteRq completeRq) {
        this.cpu = cpu;
        this.completeRq = completeRq;
        cpu.handleSoftirq(next);
    }

    void add(Request request) {
        done.add(request);
        cpu.raiseSoftirq();
    }

    @Nullable Step addByIpi(Context cx, Request request) {
        add(request);
        return cx.ret();
    }

    private @Nullable Step next(Context cx) {
        Request request = done.poll();
        return request == null ? cx.ret() : cx.call(completeRq.begin(request), next);
    }
}
