package org.mqemu.runner.report;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.api.stats.Summary;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.scsi.midlayer.RecoveryFigures;

/** Made-up reports: two merged randrw jobs and a sequential writer, as in the recorded sample. */
final class Reports {
    static final long MS = 1_000_000;

    private Reports() {}

    static IoStats mixed(long seed, StatsOptions options) {
        SplittableRandom random = new SplittableRandom(seed);
        IoStats stats = new IoStats(options, 0);
        for (int i = 0; i < 4000; i++) {
            IoDirection direction = random.nextInt(10) < 7 ? IoDirection.READ : IoDirection.WRITE;
            long clat = 21_000 + (long) (-20_000 * Math.log(1 - random.nextDouble()));
            stats.record(direction, i * MS / 2, 4096, 900, clat, clat + 900);
            stats.depths().record(1 + i % 3);
            stats.submits().record(1);
            stats.completes().record(i % 2 * 5);
        }
        stats.finish(2_001 * MS);
        return stats;
    }

    static IoStats sequential(StatsOptions options) {
        IoStats stats = new IoStats(options, 2_001 * MS);
        for (int i = 0; i < 128; i++) {
            stats.record(
                    IoDirection.WRITE, 2_001 * MS + i * 62_000L, 65_536, 300, 12_000 + i * 1_200L, 12_300 + i * 1_200L);
            stats.depths().record(1);
            stats.submits().record(1);
            stats.completes().record(1);
        }
        stats.finish(2_009 * MS);
        return stats;
    }

    static JobReport job(String name, int group, int pid, IoStats stats) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("rw", "randrw");
        options.put("numjobs", "2");
        return new JobReport(
                name,
                group,
                1,
                pid,
                "",
                options,
                true,
                JobError.NONE,
                stats,
                CpuUse.of(1.85, 9.8, 8_000),
                2_001,
                LatencyTarget.none(1),
                Percentile.fioDefaults(),
                ReportTime.emulated(2_001 * MS));
    }

    static List<JobReport> jobs(StatsOptions options) {
        return List.of(
                job("mixed", 0, 1, mixed(1, options)),
                job("mixed", 0, 2, mixed(2, options)),
                job("seqw", 1, 3, sequential(options)));
    }

    static RunReport run(List<JobReport> jobs) {
        String small = "(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B";
        String large = "(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB";
        return new RunReport(
                "0.1.0",
                ReportTime.emulated(2_009 * MS),
                Map.of("ioengine", "libaio"),
                List.of(
                        new JobBanner("mixed", 0, "randrw", small, "psync", 1, 2, false),
                        new JobBanner("seqw", 1, "write", large, "psync", 1, 1, false)),
                GroupReport.of(jobs),
                List.of(new DiskUtil("sda", 7563, 4104, 0, 0, 474, 1979, 2453, 6.03)),
                emulation(null));
    }

    static EmulationReport emulation(ClockReport.WallReport wall) {
        Map<CpuMode, Long> cpu = Map.of(CpuMode.SYS, 300L, CpuMode.SOFT, 100L, CpuMode.IDLE, 600L);
        Map<CpuMode, Long> both = Map.of(CpuMode.SYS, 600L, CpuMode.SOFT, 200L, CpuMode.IDLE, 1_200L);
        ConservationReport.Books books = new ConservationReport.Books(8_128, 8_120, 3, 5);
        return new EmulationReport(
                new MachineReport("scsi-mq", "linux-test", 2, 1, "hpsa", 1, 16, "SSD"),
                new ClockReport(wall == null ? "virtual" : "real-time", 42, 2_009 * MS, wall),
                false,
                true,
                new ConservationReport(books, List.of(new ConservationReport.Room("drive", "sda", books)), List.of()),
                new CpuReport(
                        new CpuReport.CpuRow("all", both),
                        List.of(new CpuReport.CpuRow("0", cpu), new CpuReport.CpuRow("1", cpu)),
                        List.of(
                                new CpuReport.FunctionRow("_raw_spin_lock", CpuMode.SYS, 600, 2, 75, false),
                                new CpuReport.FunctionRow("scsi_queue_rq", CpuMode.SOFT, 200, 2, 25, true))),
                new ContentionReport(
                        List.of(new ContentionReport.LockRow("host_lock", 8_128, 100, 512.5, 60, 3.25)),
                        List.of(new ContentionReport.LineRow("host_busy", 16_256, 9_000, 12, 41.5)),
                        List.of(new ContentionReport.WaitRow("hctx0", 8_128, 17, 12_345)),
                        List.of(new ContentionReport.WaitRow("sdev 0:0:0:0", 8_128, 0, 0)),
                        List.of(new ContentionReport.DepthRow("sda", 33, 31, 254))),
                new InterruptReport(
                        List.of(new InterruptRow("megasas0-msix0", 1, 4_000, 8_120)),
                        List.of(new InterruptReport.CpuRow(1, 4_000, 5, 17, 6, 90, 33, 2))),
                List.of(new FaultStatistics("sda", "medium-error every=1000", FaultKind.MEDIUM_ERROR, 8)),
                List.of(new RecoveryFigures("host0", 9, 1, 4, 2, 3, 0, 0, 1, 5, 12, 8, 2, 1, 7_250_000)),
                stages(),
                new SteadyReport(5 * MS, 36 * MS, 0.0084, 18),
                List.of("[    3.012345] sd 0:0:0:0: Power-on or device reset occurred"),
                List.of("runtime 60 s ended after 2.009 s emulated: IOPS steady within 1 %"));
    }

    private static StageReport stages() {
        String[] names = {"Q2G", "G2I", "I2D", "D2C", "Q2C"};
        Summary[] summaries = new Summary[names.length];
        FioHistogram[] histograms = new FioHistogram[names.length];
        for (int s = 0; s < names.length; s++) {
            summaries[s] = new Summary();
            histograms[s] = new FioHistogram();
        }
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 1000; i++) {
            long sum = 0;
            for (int s = 0; s < names.length; s++) {
                long ns = s < 4 ? random.nextLong(100, 5_000) : sum;
                sum += ns;
                summaries[s].record(ns);
                histograms[s].record(ns);
            }
        }
        StageReport.Stage[] stages = new StageReport.Stage[names.length];
        for (int s = 0; s < names.length; s++) {
            stages[s] = StageReport.Stage.of(names[s], summaries[s], histograms[s]);
        }
        return new StageReport(List.of(stages).subList(0, 4), stages[4]);
    }

    static StatsOptions allPercentiles() {
        return new StatsOptions(EnumSet.allOf(LatencyKind.class), EnumSet.allOf(LatencyKind.class), true, 500 * MS);
    }
}
