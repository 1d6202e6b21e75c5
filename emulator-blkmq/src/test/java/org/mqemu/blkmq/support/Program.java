package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;

/**
 * A straight program for a context, one step for each thing that it does. Begins anew when it has ended, so that it can
 * be the handler of an interrupt; one context at a time may run it.
 */
public final class Program implements Step {
    private final HostFixture host;
    private final List<Op> ops = new ArrayList<>();
    private int place;

    /** One step of a program. */
    public interface Op {
        /**
         * Runs it.
         *
         * @param cx the context
         * @param next the program, to go on with
         * @return what the step must return
         */
        @Nullable Step run(Context cx, Step next);
    }

    Program(HostFixture host) {
        this.host = host;
    }

    @Override
    public @Nullable Step run(Context cx) {
        if (place == ops.size()) {
            place = 0;
            return cx.ret();
        }
        return ops.get(place++).run(cx, this);
    }

    /** Adds a step. */
    public Program op(Op op) {
        ops.add(op);
        return this;
    }

    /** Adds a step that does something and takes no time. */
    public Program then(Consumer<Context> action) {
        return op((cx, next) -> {
            action.accept(cx);
            return next;
        });
    }

    /** Works for a while. */
    public Program work(long ns) {
        Price price = host.work(ns);
        return then(cx -> cx.charge(price));
    }

    /** Notes {@code text@time} in the host's log. */
    public Program note(String text) {
        return then(cx -> host.note(cx, text));
    }

    /** Takes a spinlock. */
    public Program lock(Lock lock) {
        return op((cx, next) -> cx.lock(lock, next));
    }

    /** Releases a spinlock. */
    public Program unlock(Lock lock) {
        return then(cx -> cx.unlock(lock));
    }

    /** Touches a cache line. */
    public Program touch(CacheLine line) {
        return then(cx -> cx.touch(line));
    }

    /** Sleeps until it is woken. */
    public Program sleep(boolean forIo) {
        return op((cx, next) -> cx.sleep(forIo, next));
    }

    /** Changes the mode. */
    public Program mode(CpuMode mode) {
        return then(cx -> cx.mode(mode));
    }

    /** Raises the softirq of its CPU. */
    public Program raiseSoftirq() {
        return then(cx -> cx.cpu().raiseSoftirq());
    }
}
