package org.mqemu.blkmq.fio;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.SteadyState;

/**
 * How a group went.
 *
 * @param startNs when it started
 * @param beginNs when its measurement began
 * @param endNs when its measurement ended
 * @param end why
 * @param steadyState what is known of its rate, or null if that was not asked for
 */
public record GroupOutcome(
        long startNs,
        long beginNs,
        long endNs,
        End end,
        @Nullable SteadyState steadyState) {

    /** Why a measurement ended. */
    public enum End {
        /** The rate is known well enough. */
        STEADY,
        /** Its runtime is over. */
        RUNTIME,
        /** Its threads have done their size. */
        SIZE,
        /** The run was interrupted. */
        INTERRUPTED
    }

    /** Returns how long it was measured, in nanoseconds. */
    public long measuredNs() {
        return endNs - beginNs;
    }
}
