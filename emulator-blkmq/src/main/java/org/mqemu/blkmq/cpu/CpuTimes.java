package org.mqemu.blkmq.cpu;

/**
 * What a CPU has spent its time on since the start.
 *
 * @param modeNs nanoseconds by {@link Mode}
 * @param functionNs nanoseconds charged, by function id, sibling slow-down not included
 * @param functionCalls calls, by function id
 * @param lineNs fetching and waiting for cache lines, in nanoseconds
 * @param spinNs spinning for locks, in nanoseconds
 * @param interrupts hard interrupts of devices taken
 * @param ipis inter-processor interrupts taken
 * @param softirqs softirq runs
 * @param switches context switches
 */
public record CpuTimes(
        long[] modeNs,
        long[] functionNs,
        long[] functionCalls,
        long lineNs,
        long spinNs,
        long interrupts,
        long ipis,
        long softirqs,
        long switches) {

    /** Returns what has been spent since an earlier moment. */
    public CpuTimes since(CpuTimes earlier) {
        return new CpuTimes(
                minus(modeNs, earlier.modeNs),
                minus(functionNs, earlier.functionNs),
                minus(functionCalls, earlier.functionCalls),
                lineNs - earlier.lineNs,
                spinNs - earlier.spinNs,
                interrupts - earlier.interrupts,
                ipis - earlier.ipis,
                softirqs - earlier.softirqs,
                switches - earlier.switches);
    }

    /** Returns the time of one mode, in nanoseconds. */
    public long ns(Mode mode) {
        return modeNs[mode.ordinal()];
    }

    private static long[] minus(long[] a, long[] b) {
        long[] difference = a.clone();
        for (int i = 0; i < b.length; i++) {
            difference[i] -= b[i];
        }
        return difference;
    }
}
