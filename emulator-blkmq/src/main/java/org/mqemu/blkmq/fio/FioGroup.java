package org.mqemu.blkmq.fio;

import java.util.List;

/**
 * The threads that run together: all jobs up to the next stonewall.
 *
 * @param threads the threads
 * @param startDelayNs how long after its turn the group starts, in nanoseconds
 * @param rampNs how long it runs before it is measured (ramp_time), in nanoseconds
 * @param runtimeNs how long it is measured at most, in nanoseconds; {@link Long#MAX_VALUE} if only its size ends it
 * @param endsWhenSteady whether it ends as soon as its IOPS are known well enough
 */
public record FioGroup(
        List<FioThread> threads, long startDelayNs, long rampNs, long runtimeNs, boolean endsWhenSteady) {

    /** Checks the ranges. */
    public FioGroup {
        threads = List.copyOf(threads);
        if (threads.isEmpty() || startDelayNs < 0 || rampNs < 0 || runtimeNs < 1) {
            throw new IllegalArgumentException("a group needs threads, and times that are not negative");
        }
    }
}
