package org.mqemu.blkmq.fio;

import org.mqemu.api.stats.SteadyState;

/**
 * When a group's rate is known well enough.
 *
 * @param warmUp what must be seen before the measurement begins, if no ramp_time is given
 * @param warmUpHalfWidth how well the rate must be known for the warm-up to be over, relative to the mean
 * @param measure what must be seen before the measurement may end
 * @param halfWidth how well the rate must be known then: the 95 % confidence half-width, relative to the mean
 */
public record StopRule(SteadyState.Rule warmUp, double warmUpHalfWidth, SteadyState.Rule measure, double halfWidth) {

    /** Checks that both rules have one bin width and that the half-widths are positive. */
    public StopRule {
        if (warmUp.binNs() != measure.binNs() || !(warmUpHalfWidth > 0) || !(halfWidth > 0)) {
            throw new IllegalArgumentException("the two rules need the same bins, and half-widths above 0");
        }
    }

    /** Returns the width of a bin, in nanoseconds. */
    public long binNs() {
        return measure.binNs();
    }
}
