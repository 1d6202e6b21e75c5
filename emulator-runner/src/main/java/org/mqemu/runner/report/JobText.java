package org.mqemu.runner.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.DepthMap;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.LatencyBands;
import org.mqemu.api.stats.Summary;

/** One job's block in fio's normal output. */
final class JobText {
    private static final int BANDS_PER_LINE = 5;

    private JobText() {}

    static void write(StringBuilder out, JobReport job, GroupReport group) {
        IoStats stats = job.stats();
        if (stats.totalIos() == 0 && job.error().code() == 0) {
            return;
        }
        header(out, job);
        for (IoDirection direction : IoDirection.values()) {
            DirectionText.write(out, job, direction, GroupRates.of(group, direction));
        }
        for (LatencyBands.Unit unit : LatencyBands.Unit.values()) {
            bands(out, stats, unit);
        }
        syncs(out, job);
        CpuUse cpu = job.cpu();
        out.append("  cpu          : usr=").append(Fmt.fixed(cpu.usrPercent(), 2));
        out.append("%, sys=")
                .append(Fmt.fixed(cpu.sysPercent(), 2))
                .append("%, ctx=")
                .append(cpu.contextSwitches());
        out.append(", majf=")
                .append(cpu.majorFaults())
                .append(", minf=")
                .append(cpu.minorFaults())
                .append('\n');
        depths(out, "  IO depths    : ", stats.depths());
        depths(out, "     submit    : ", stats.submits());
        depths(out, "     complete  : ", stats.completes());
        issued(out, stats);
        JobError.Ignored ignored = job.error().ignored();
        if (ignored != null) {
            out.append("     errors    : total=").append(ignored.total());
            out.append(", first_error=").append(ignored.first());
            out.append("/<").append(ignored.firstText()).append(">\n");
        }
        LatencyTarget target = job.target();
        out.append("     latency   : target=")
                .append(target.targetUs())
                .append(", window=")
                .append(target.windowUs());
        out.append(", percentile=").append(Fmt.fixed(target.percentile(), 2));
        out.append("%, depth=").append(target.depth()).append('\n');
    }

    private static void header(StringBuilder out, JobReport job) {
        out.append(job.name())
                .append(": (groupid=")
                .append(job.groupId())
                .append(", jobs=")
                .append(job.members());
        out.append("): err=").append(Fmt.left(Integer.toString(job.error().code()), 2));
        if (job.error().code() != 0) {
            out.append(" (").append(job.error().text()).append(')');
        }
        out.append(": pid=")
                .append(job.pid())
                .append(": ")
                .append(job.ended().text())
                .append('\n');
        if (!job.description().isEmpty()) {
            out.append("  Description  : [").append(job.description()).append("]\n");
        }
    }

    private static void bands(StringBuilder out, IoStats stats, LatencyBands.Unit unit) {
        List<String> labels = unit.labels();
        int shown = 0;
        for (int i = 0; i < labels.size(); i++) {
            double percent = stats.bands().percentAt(unit, i, stats.totalIos());
            if (percent <= 0) {
                continue;
            }
            if (shown % BANDS_PER_LINE == 0) {
                out.append(shown == 0 ? "" : "\n")
                        .append("  lat (")
                        .append(unit.fioName())
                        .append(")   : ");
            } else {
                out.append(", ");
            }
            out.append(labels.get(i)).append('=').append(Fmt.fixed(percent, 2)).append('%');
            shown++;
        }
        out.append(shown == 0 ? "" : "\n");
    }

    private static void syncs(StringBuilder out, JobReport job) {
        Summary summary = job.stats().syncs().summary();
        if (summary.n() == 0) {
            return;
        }
        out.append("  fsync/fdatasync/sync_file_range:\n");
        DirectionText.latency(out, "sync", summary);
        @Nullable FioHistogram histogram = job.stats().syncs().histogram();
        if (histogram != null) {
            PercentileText.write(out, "sync", histogram, job.percentiles());
        }
    }

    private static void depths(StringBuilder out, String title, DepthMap map) {
        out.append(title);
        List<String> labels = map.labels();
        for (int i = 0; i < labels.size(); i++) {
            out.append(i == 0 ? "" : ", ").append(labels.get(i)).append('=');
            out.append(Fmt.fixed(map.percentAt(i), 1)).append('%');
        }
        out.append('\n');
    }

    private static void issued(StringBuilder out, IoStats stats) {
        out.append("     issued rwts: total=");
        for (IoDirection direction : IoDirection.values()) {
            out.append(stats.direction(direction).totalIos()).append(',');
        }
        out.append(stats.totalSyncs()).append(" short=");
        for (IoDirection direction : IoDirection.values()) {
            out.append(stats.direction(direction).shortIos()).append(',');
        }
        out.append("0 dropped=");
        for (IoDirection direction : IoDirection.values()) {
            out.append(stats.direction(direction).droppedIos()).append(',');
        }
        out.append("0\n");
    }
}
