package org.mqemu.runner.report;

/**
 * A job's own CPU time, fio's {@code cpu} line.
 *
 * @param usrPercent time in user space, in percent of the runtime
 * @param sysPercent time in the kernel, in percent of the runtime
 * @param contextSwitches voluntary and involuntary context switches
 * @param majorFaults major page faults, always 0 in an emulation
 * @param minorFaults minor page faults, always 0 in an emulation
 */
public record CpuUse(double usrPercent, double sysPercent, long contextSwitches, long majorFaults, long minorFaults) {
    /** A job that used no CPU time. */
    public static final CpuUse NONE = new CpuUse(0, 0, 0, 0, 0);

    /** CPU use without page faults. */
    public static CpuUse of(double usrPercent, double sysPercent, long contextSwitches) {
        return new CpuUse(usrPercent, sysPercent, contextSwitches, 0, 0);
    }

    /**
     * The use of two jobs together: counts add up, percentages are weighted with the jobs' runtimes.
     *
     * @param ownMs runtime of this job
     * @param other the other job's use
     * @param otherMs runtime of the other job
     */
    CpuUse plus(long ownMs, CpuUse other, long otherMs) {
        double sum = Math.max(1, ownMs + otherMs);
        return new CpuUse(
                (usrPercent * ownMs + other.usrPercent * otherMs) / sum,
                (sysPercent * ownMs + other.sysPercent * otherMs) / sum,
                contextSwitches + other.contextSwitches,
                majorFaults + other.majorFaults,
                minorFaults + other.minorFaults);
    }
}
