package org.mqemu.scsi.midlayer;

/**
 * What error handling of a host has done since the start.
 *
 * <p>Conserved, once the run has drained: {@code timeouts + failures = retriedAfter + givenUp}.
 *
 * @param host the host's name
 * @param timeouts commands that were not answered in time
 * @param failures commands that needed error handling for how they were answered
 * @param aborts aborts that succeeded
 * @param abortsFailed aborts that did not
 * @param deviceResets resets of devices that succeeded
 * @param targetResets of targets
 * @param busResets of buses
 * @param hostResets of the host
 * @param resetsFailed resets of any kind that did not
 * @param retries commands that were tried again for their status, without error handling; busy answers not included
 * @param retriedAfter commands that were tried again after error handling
 * @param givenUp commands that ended in error after error handling
 * @param offline devices that are offline
 * @param recoveryNs how long the host was in recovery and took no commands, in nanoseconds
 */
public record RecoveryFigures(
        String host,
        long timeouts,
        long failures,
        long aborts,
        long abortsFailed,
        long deviceResets,
        long targetResets,
        long busResets,
        long hostResets,
        long resetsFailed,
        long retries,
        long retriedAfter,
        long givenUp,
        long offline,
        long recoveryNs) {
    /** Returns whether anything has happened. */
    public boolean any() {
        return timeouts + failures + aborts + abortsFailed + resetsFailed + retries + retriedAfter + givenUp + offline
                > 0;
    }
}
