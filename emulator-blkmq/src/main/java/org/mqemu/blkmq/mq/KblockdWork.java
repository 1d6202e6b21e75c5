package org.mqemu.blkmq.mq;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * A driver's function that kblockd runs on the CPU that asks (kblockd_schedule_work): asked again while it is pending, it
 * still runs once.
 */
public final class KblockdWork {
    private final Function<Context, Step> function;
    private final AtomicBoolean pending = new AtomicBoolean();

    /**
     * Creates a work that is not pending.
     *
     * @param function prepares the function for the worker's context, and returns its first step
     */
    public KblockdWork(Function<Context, Step> function) {
        this.function = function;
    }

    /** Marks it pending and returns whether it was not pending yet. */
    boolean queue() {
        return pending.compareAndSet(false, true);
    }

    Step begin(Context worker) {
        pending.set(false);
        return function.apply(worker);
    }
}
