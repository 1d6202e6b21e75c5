package org.mqemu.runner.report;

import java.math.BigInteger;
import org.mqemu.api.stats.DirectionStats;
import org.mqemu.api.stats.IoDirection;

/**
 * One direction of a group: fio's run status line.
 *
 * @param minRunMs shortest runtime of a job in ms
 * @param maxRunMs longest runtime of a job in ms; 0 when the direction was not used
 * @param minBytesPerSecond lowest bandwidth of a job
 * @param maxBytesPerSecond highest bandwidth of a job
 * @param bytes bytes moved by all jobs
 * @param bytesPerSecond bytes moved by all jobs over the longest runtime
 */
record GroupRates(
        long minRunMs, long maxRunMs, long minBytesPerSecond, long maxBytesPerSecond, long bytes, long bytesPerSecond) {
    static GroupRates of(GroupReport group, IoDirection direction) {
        long minRun = Long.MAX_VALUE;
        long maxRun = 0;
        long maxRunNs = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        long bytes = 0;
        for (JobReport job : group.jobs()) {
            DirectionStats stats = job.stats().direction(direction);
            if (stats.runtimeNs() == 0) {
                continue;
            }
            minRun = Math.min(minRun, stats.runtimeMs());
            maxRun = Math.max(maxRun, stats.runtimeMs());
            maxRunNs = Math.max(maxRunNs, stats.runtimeNs());
            min = Math.min(min, stats.bytesPerSecond());
            max = Math.max(max, stats.bytesPerSecond());
            bytes += stats.bytes();
        }
        if (maxRun == 0) {
            return new GroupRates(0, 0, 0, 0, 0, 0);
        }
        BigInteger scaled = BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(1_000_000_000));
        long rate = scaled.divide(BigInteger.valueOf(maxRunNs)).longValue();
        return new GroupRates(minRun, maxRun, min, max, bytes, rate);
    }

    /** A job's share of the group's bandwidth in percent, at most 100; 100 for a group below 1 KiB/s, as in fio. */
    double sharePercent(double meanKib) {
        if (bytesPerSecond <= 1024) {
            return 100;
        }
        double wholeKib = Math.floor(meanKib);
        return Math.min(100, wholeKib * 100.0 / (bytesPerSecond / 1024.0));
    }
}
