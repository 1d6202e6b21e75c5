package org.mqemu.api.engine;

import java.util.List;

/**
 * What a clock says of a run.
 *
 * @param emulatedNs the emulated time at the end, in nanoseconds
 * @param wallNs the wall time that the run took, in nanoseconds
 * @param deliveries messages delivered and self events run
 * @param interrupted whether the run was ended from outside before it was over
 * @param lateness how late deliveries were; all zero under the virtual and the paced clock
 * @param leftOver what components still held at the end, empty unless a request, tag, budget or lock leaked; not
 *     looked at if the run was interrupted
 */
public record RunResult(
        long emulatedNs, long wallNs, long deliveries, boolean interrupted, Lateness lateness, List<String> leftOver) {

    /** Returns the effective time dilation factor: wall over emulated time. */
    public double effectiveTdf() {
        return emulatedNs == 0 ? 0 : (double) wallNs / emulatedNs;
    }
}
