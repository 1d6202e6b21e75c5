package org.mqemu.runner.run;

/**
 * Where a run is, seen from outside; approximate.
 *
 * @param emulatedNs the emulated time, in nanoseconds
 * @param completions I/Os reaped since the start of the run
 * @param group the number of the group in its turn, from 1
 * @param groups the number of groups
 * @param groupStartNs when that group started, in emulated nanoseconds
 * @param groupLimitNs how long that group runs at most, in emulated nanoseconds; {@link Long#MAX_VALUE} if only its
 *     size ends it
 */
public record RunProgress(
        long emulatedNs, long completions, int group, int groups, long groupStartNs, long groupLimitNs) {}
