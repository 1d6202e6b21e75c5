package org.mqemu.api.stats;

import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counters that only ever grow, looked at between the begin and the end of a measurement.
 *
 * <p>From the start it measures, so that a run that never marks is measured whole. A second begin without an end
 * forgets what was measured since the first; after an end, the next begin adds another span.
 *
 * @param <T> an immutable copy of the counters
 */
public final class MeasuredSpan<T> {
    private final Supplier<T> counters;
    private final BinaryOperator<T> plus;
    private final BinaryOperator<T> minus;
    private T atBegin;
    private @Nullable T earlier;
    private boolean measuring = true;

    /**
     * Begins to measure.
     *
     * @param counters reads the counters of this moment
     * @param plus the sum of two spans
     * @param minus the difference of two moments, the later one first
     */
    public MeasuredSpan(Supplier<T> counters, BinaryOperator<T> plus, BinaryOperator<T> minus) {
        this.counters = counters;
        this.plus = plus;
        this.minus = minus;
        this.atBegin = counters.get();
    }

    /**
     * Begins or ends a span.
     *
     * @param begin whether it begins
     */
    public void mark(boolean begin) {
        if (begin) {
            atBegin = counters.get();
        } else {
            earlier = measured();
        }
        measuring = begin;
    }

    /** Returns what was counted in all spans, up to now if the last one has not ended. */
    public T measured() {
        T before = earlier;
        if (measuring) {
            T span = minus.apply(counters.get(), atBegin);
            return before == null ? span : plus.apply(before, span);
        }
        return before == null ? minus.apply(atBegin, atBegin) : before;
    }
}
