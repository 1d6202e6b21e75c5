package org.mqemu.runner.fio;

import org.mqemu.blkmq.fio.ContinueOnError;

/**
 * When a job starts and ends, in nanoseconds of emulated time.
 *
 * @param runtimeNs longest run; 0 for no limit
 * @param timeBased true to start over until {@code runtimeNs} has passed; false if there is no runtime
 * @param rampTimeNs time before anything is measured; 0 for none
 * @param startDelayNs time before the job starts; 0 for none
 * @param continueOnError after which errors of its I/Os it goes on; it ends with any other
 */
public record FioTiming(
        long runtimeNs, boolean timeBased, long rampTimeNs, long startDelayNs, ContinueOnError continueOnError) {
    /**
     * Returns whether another job that begins with this one has the same times.
     *
     * @param other the other job's
     */
    public boolean hasTimesOf(FioTiming other) {
        return runtimeNs == other.runtimeNs
                && timeBased == other.timeBased
                && rampTimeNs == other.rampTimeNs
                && startDelayNs == other.startDelayNs;
    }
}
