package org.mqemu.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.runner.report.ClockReport;
import org.mqemu.runner.report.ConservationReport;
import org.mqemu.runner.report.ConservationReport.Books;
import org.mqemu.runner.report.ContentionReport;
import org.mqemu.runner.report.CpuReport;
import org.mqemu.runner.report.CpuUse;
import org.mqemu.runner.report.EmulationReport;
import org.mqemu.runner.report.GroupReport;
import org.mqemu.runner.report.InterruptReport;
import org.mqemu.runner.report.JobBanner;
import org.mqemu.runner.report.JobError;
import org.mqemu.runner.report.JobReport;
import org.mqemu.runner.report.LatencyTarget;
import org.mqemu.runner.report.MachineReport;
import org.mqemu.runner.report.ReportTime;
import org.mqemu.runner.report.RunReport;

/** Reports of runs that ended in different ways. */
final class CliReports {
    private static final long END_NS = 1_000_000;
    private static final Books BALANCED = new Books(10, 10, 0, 0);

    private CliReports() {}

    static RunReport good() {
        return report(false, true, BALANCED, JobError.NONE);
    }

    static RunReport partial() {
        return report(true, false, BALANCED, JobError.NONE);
    }

    static RunReport untrusted() {
        return report(false, false, BALANCED, JobError.NONE);
    }

    static RunReport unbalanced() {
        return report(false, false, new Books(10, 7, 1, 1), JobError.NONE);
    }

    /** A job that went on after 1000 errors, or ended with the last of them. */
    static RunReport withManyErrors(boolean fatal) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            lines.add("fio: io_u error " + i);
        }
        if (fatal) {
            lines.add("fio: pid=1, err=5");
        }
        return report(false, true, BALANCED, new JobError(5, "Input/output error", fatal, lines, null));
    }

    static RunReport withJobError() {
        return report(false, true, BALANCED, new JobError(5, "Input/output error"));
    }

    private static RunReport report(boolean partial, boolean trusted, Books drive, JobError error) {
        EmulationReport emulation = new EmulationReport(
                new MachineReport("scsi-mq", "linux-test", 2, 1, "hpsa", 1, 16, "SSD"),
                new ClockReport(
                        "real-time", 1, END_NS, new ClockReport.WallReport(2, 2 * END_NS, 5, 1234, 9000, 7, 70)),
                partial,
                trusted,
                new ConservationReport(
                        BALANCED, List.of(new ConservationReport.Room("drive", "sda", drive)), List.of()),
                new CpuReport(new CpuReport.CpuRow("all", Map.of()), List.of(), List.of()),
                ContentionReport.NONE,
                InterruptReport.NONE,
                List.of(),
                List.of(),
                null,
                null,
                List.of(),
                List.of());
        String bs = "(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B";
        return new RunReport(
                "0.1.0",
                ReportTime.emulated(END_NS),
                Map.of(),
                List.of(new JobBanner("reader", 0, "randread", bs, "libaio", 1, 1, false)),
                List.of(new GroupReport(0, List.of(job(error)))),
                List.of(),
                emulation);
    }

    private static JobReport job(JobError error) {
        IoStats stats = new IoStats(StatsOptions.defaults(), 0);
        stats.record(IoDirection.READ, 1000, 4096, 100, 900, 1000);
        stats.finish(END_NS);
        return new JobReport(
                "reader",
                0,
                1,
                1,
                "",
                Map.of("rw", "randread"),
                false,
                error,
                stats,
                CpuUse.NONE,
                1,
                LatencyTarget.none(1),
                Percentile.fioDefaults(),
                ReportTime.emulated(END_NS));
    }
}
