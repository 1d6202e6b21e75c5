package org.mqemu.blkmq.cpu;

/**
 * What a CPU of the machine is like.
 *
 * @param siblingBusySlowdown how much longer work takes while the core's other thread runs code, at least 1
 * @param siblingSpinSlowdown the same while the other thread spins, at least 1
 * @param ipiLatencyNs from sending an inter-processor interrupt to its arrival, in nanoseconds
 * @param sliceNs how long a thread runs before another runnable thread of the CPU gets its turn, in nanoseconds
 */
public record CpuParameters(double siblingBusySlowdown, double siblingSpinSlowdown, long ipiLatencyNs, long sliceNs) {

    /** Checks the ranges. */
    public CpuParameters {
        if (!(siblingBusySlowdown >= 1 && siblingBusySlowdown <= 10)
                || !(siblingSpinSlowdown >= 1 && siblingSpinSlowdown <= 10)) {
            throw new IllegalArgumentException(
                    "a sibling's slow-down lies between 1 and 10: " + siblingBusySlowdown + ", " + siblingSpinSlowdown);
        }
        if (ipiLatencyNs < 0 || sliceNs < 1) {
            throw new IllegalArgumentException(
                    "ipiLatencyNs must not be negative and sliceNs must be positive: " + ipiLatencyNs + ", " + sliceNs);
        }
    }

    double slowdown(Load sibling) {
        return switch (sibling) {
            case IDLE -> 1.0;
            case SPIN -> siblingSpinSlowdown;
            case BUSY -> siblingBusySlowdown;
        };
    }
}
