package org.mqemu.runner.report;

/**
 * A block device's counters over the run, fio's {@code disk_util}.
 *
 * @param name the device's name, such as {@code sda}
 * @param readIos completed reads
 * @param writeIos completed writes
 * @param readMerges reads merged into others
 * @param writeMerges writes merged into others
 * @param readTicksMs time of all reads together in ms
 * @param writeTicksMs time of all writes together in ms
 * @param inQueueMs time of all I/Os together in ms
 * @param utilPercent share of the run with an I/O outstanding, 0 to 100
 */
public record DiskUtil(
        String name,
        long readIos,
        long writeIos,
        long readMerges,
        long writeMerges,
        long readTicksMs,
        long writeTicksMs,
        long inQueueMs,
        double utilPercent) {}
