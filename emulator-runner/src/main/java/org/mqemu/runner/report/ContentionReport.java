package org.mqemu.runner.report;

import java.util.List;

/**
 * What was fought over.
 *
 * @param locks spinlocks
 * @param lines shared cache lines
 * @param tags tag sets
 * @param budgets device and host budgets
 * @param depths queue depths of SCSI devices
 */
public record ContentionReport(
        List<LockRow> locks, List<LineRow> lines, List<WaitRow> tags, List<WaitRow> budgets, List<DepthRow> depths) {
    /** Nothing to report. */
    public static final ContentionReport NONE =
            new ContentionReport(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public ContentionReport {
        locks = List.copyOf(locks);
        lines = List.copyOf(lines);
        tags = List.copyOf(tags);
        budgets = List.copyOf(budgets);
        depths = List.copyOf(depths);
    }

    /**
     * A spinlock.
     *
     * @param name the kernel's name and its owner
     * @param acquisitions times it was taken
     * @param contended times it was taken after spinning
     * @param meanWaitNs mean spinning time of the contended ones in ns
     * @param meanHoldNs mean time held in ns
     * @param spinPercent spinning for it over all CPUs' time, in percent
     */
    public record LockRow(
            String name, long acquisitions, long contended, double meanWaitNs, double meanHoldNs, double spinPercent) {}

    /**
     * A shared cache line.
     *
     * @param name what lives in it
     * @param touches atomic accesses
     * @param transfers accesses that fetched it from another core
     * @param remoteTransfers those that fetched it from another NUMA node
     * @param meanNs mean cost of an access in ns
     */
    public record LineRow(String name, long touches, long transfers, long remoteTransfers, double meanNs) {}

    /**
     * A pool with a limited number of units.
     *
     * @param name its owner
     * @param acquired units handed out
     * @param waited units handed out after waiting
     * @param meanWaitNs mean wait of those that waited in ns
     */
    public record WaitRow(String name, long acquired, long waited, double meanWaitNs) {}

    /**
     * The queue_depth of a device.
     *
     * @param name the device
     * @param now at the end
     * @param lowest the lowest since the start
     * @param most up to which it is raised: what the driver, or an administrator, gave it last
     */
    public record DepthRow(String name, int now, int lowest, int most) {
        /** Returns whether it has ever been another. */
        boolean changed() {
            return now != lowest || lowest != most;
        }
    }
}
