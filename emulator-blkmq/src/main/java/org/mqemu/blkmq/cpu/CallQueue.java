package org.mqemu.blkmq.cpu;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The functions that other CPUs want to have run on one CPU (call_single_queue): who finds it empty sends an IPI, and the
 * IPI runs all that is there. Memory that CPUs share.
 *
 * <p>Source: kernel/smp.c of 3.15 to 6.1, generic_exec_single and flush_smp_call_function_queue.
 */
final class CallQueue {
    private final ConcurrentLinkedQueue<Step> functions = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean filled = new AtomicBoolean();
    private final ArrayDeque<Step> running = new ArrayDeque<>();
    private final Step next = this::next;
    private final Step flush = this::flush;

    /**
     * Adds a function.
     *
     * @return whether the queue was empty, so that an IPI must be sent
     */
    boolean add(Step function) {
        functions.add(function);
        return !filled.getAndSet(true);
    }

    /** Returns what the IPI runs. */
    Step flush() {
        return flush;
    }

    private @Nullable Step flush(Context cx) {
        filled.set(false);
        for (Step function = functions.poll(); function != null; function = functions.poll()) {
            running.add(function);
        }
        return next(cx);
    }

    private @Nullable Step next(Context cx) {
        Step function = running.poll();
        return function == null ? cx.ret() : cx.call(function, next);
    }

    int size() {
        return functions.size() + running.size();
    }
}
