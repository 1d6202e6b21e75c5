package org.mqemu.runner.report;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.DirectionStats;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.api.stats.Summary;

/** One direction of a job in fio's normal output. */
final class DirectionText {
    private static final double MIB_LIMIT = 1024.0 * 1024.0;

    private DirectionText() {}

    static void write(StringBuilder out, JobReport job, IoDirection direction, GroupRates group) {
        DirectionStats stats = job.stats().direction(direction);
        if (stats.bytes() == 0 || stats.runtimeNs() == 0) {
            return;
        }
        out.append("  ").append(direction.fioName()).append(": IOPS=").append(FioNumber.count((long) stats.iops()));
        out.append(", BW=").append(NormalWriter.rate(stats.bytesPerSecond())).append('(');
        out.append(FioNumber.binaryBytes(stats.bytes()))
                .append('/')
                .append(stats.runtimeMs())
                .append("msec)");
        out.append(direction == IoDirection.WRITE ? "; 0 zone resets\n" : "\n");
        latency(out, "slat", stats.latency(LatencyKind.SLAT).summary());
        latency(out, "clat", stats.latency(LatencyKind.CLAT).summary());
        latency(out, " lat", stats.latency(LatencyKind.LAT).summary());
        for (LatencyKind kind : LatencyKind.values()) {
            @Nullable FioHistogram histogram = stats.latency(kind).histogram();
            if (histogram != null && histogram.count() > 0) {
                PercentileText.write(out, kind.fioName(), histogram, job.percentiles());
            }
        }
        bandwidth(out, stats.rates().bandwidth(), group);
        iops(out, stats.rates().iops());
    }

    /** A latency line in fio's choice of unit; nothing without samples. */
    static void latency(StringBuilder out, String name, Summary ns) {
        if (ns.n() == 0) {
            return;
        }
        String unit = "nsec";
        long scale = 1;
        if (ns.min() > 2_000_000 && ns.max() > 99_999_999 && ns.stddev() > 1_000_000) {
            unit = "msec";
            scale = 1_000_000;
        } else if (ns.min() > 2_000 && ns.max() > 99_999 && ns.stddev() > 1_000) {
            unit = "usec";
            scale = 1_000;
        }
        out.append("    ").append(name).append(" (").append(unit).append("): min=");
        out.append(FioNumber.latency(ns.min() / scale)).append(", max=").append(FioNumber.latency(ns.max() / scale));
        out.append(", avg=").append(Fmt.fixed(ns.mean() / scale, 5, 2));
        out.append(", stdev=").append(Fmt.fixed(ns.stddev() / scale, 5, 2)).append('\n');
    }

    private static void bandwidth(StringBuilder out, Summary kib, GroupRates group) {
        if (kib.n() == 0) {
            return;
        }
        boolean large = kib.mean() > MIB_LIMIT;
        double scale = large ? 1024.0 : 1.0;
        out.append("   bw (").append(large ? "  MiB" : "  KiB").append("/s): min=");
        out.append(Fmt.left(Long.toString((long) (kib.min() / scale)), 5)).append(", max=");
        out.append(Fmt.left(Long.toString((long) (kib.max() / scale)), 5));
        out.append(", per=")
                .append(Fmt.fixed(group.sharePercent(kib.mean()), 2))
                .append("%, avg=");
        out.append(Fmt.fixed(kib.mean() / scale, 5, 2)).append(", stdev=");
        out.append(Fmt.fixed(kib.stddev() / scale, 5, 2))
                .append(", samples=")
                .append(kib.n())
                .append('\n');
    }

    private static void iops(StringBuilder out, Summary iops) {
        if (iops.n() == 0) {
            return;
        }
        out.append("   iops        : min=").append(Fmt.left(Long.toString(iops.min()), 5));
        out.append(", max=").append(Fmt.left(Long.toString(iops.max()), 5));
        out.append(", avg=").append(Fmt.fixed(iops.mean(), 5, 2));
        out.append(", stdev=").append(Fmt.fixed(iops.stddev(), 5, 2));
        out.append(", samples=").append(iops.n()).append('\n');
    }
}
