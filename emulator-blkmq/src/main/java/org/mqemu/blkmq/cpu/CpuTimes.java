package org.mqemu.blkmq.cpu;

import org.mqemu.api.stats.CpuMode;

/**
 * What a CPU has spent its time on since the start.
 *
 * @param modeNs nanoseconds by {@link CpuMode}
 * @param functionNs nanoseconds charged, by function id and mode, sibling slow-down not included
 * @param functionCalls calls, by function id and mode
 * @param lineNs fetching and waiting for cache lines, by mode, in nanoseconds
 * @param spinNs spinning for locks, by mode, in nanoseconds
 * @param interrupts interrupts by kind
 * @param switches context switches
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CpuTimes(
        long[] modeNs,
        long[] functionNs,
        long[] functionCalls,
        long[] lineNs,
        long[] spinNs,
        InterruptCounts interrupts,
        long switches) {

    /** Returns what has been spent since an earlier moment. */
    public CpuTimes since(CpuTimes earlier) {
        return new CpuTimes(
                minus(modeNs, earlier.modeNs),
                minus(functionNs, earlier.functionNs),
                minus(functionCalls, earlier.functionCalls),
                minus(lineNs, earlier.lineNs),
                minus(spinNs, earlier.spinNs),
                interrupts.since(earlier.interrupts),
                switches - earlier.switches);
    }

    /** Returns the sum of two spans. */
    public CpuTimes plus(CpuTimes other) {
        return new CpuTimes(
                plus(modeNs, other.modeNs),
                plus(functionNs, other.functionNs),
                plus(functionCalls, other.functionCalls),
                plus(lineNs, other.lineNs),
                plus(spinNs, other.spinNs),
                interrupts.plus(other.interrupts),
                switches + other.switches);
    }

    /** Returns the time of one mode, in nanoseconds. */
    public long ns(CpuMode mode) {
        return modeNs[mode.ordinal()];
    }

    /** Returns the time spent fetching and waiting for cache lines in one mode, in nanoseconds. */
    public long lineNs(CpuMode mode) {
        return lineNs[mode.ordinal()];
    }

    /** Returns the time spent spinning in one mode, in nanoseconds. */
    public long spinNs(CpuMode mode) {
        return spinNs[mode.ordinal()];
    }

    /** Returns the time charged for a function in one mode, sibling slow-down not included, in nanoseconds. */
    public long functionNs(int function, CpuMode mode) {
        return functionNs[function * CpuMode.values().length + mode.ordinal()];
    }

    /** Returns the calls of a function in one mode. */
    public long functionCalls(int function, CpuMode mode) {
        return functionCalls[function * CpuMode.values().length + mode.ordinal()];
    }

    private static long[] plus(long[] a, long[] b) {
        long[] sum = a.clone();
        for (int i = 0; i < b.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    private static long[] minus(long[] a, long[] b) {
        long[] difference = a.clone();
        for (int i = 0; i < b.length; i++) {
            difference[i] -= b[i];
        }
        return difference;
    }
}
