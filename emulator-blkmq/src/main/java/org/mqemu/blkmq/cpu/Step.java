package org.mqemu.blkmq.cpu;

import org.jspecify.annotations.Nullable;

/**
 * One step of kernel or user code on a CPU.
 *
 * <p>A step first looks at and changes shared state, at the emulated time at which it starts, and then charges the CPU
 * time that it takes; that time has passed when the next step starts. Whatever another CPU might change in between
 * must be looked at in a step of its own.
 */
@FunctionalInterface
public interface Step {

    /**
     * Runs the step.
     *
     * @param cx the context that it runs in
     * @return the next step, or null if the context sleeps, spins or is over
     */
    @Nullable Step run(Context cx);
}
