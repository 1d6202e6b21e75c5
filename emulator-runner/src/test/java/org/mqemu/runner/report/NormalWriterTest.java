package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.scsi.midlayer.RecoveryFigures;

class NormalWriterTest {
    private static final String TEXT = NormalWriter.write(Reports.run(Reports.jobs(StatsOptions.defaults())));

    static String resource(String name) throws IOException {
        try (InputStream in = NormalWriterTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A line with its numbers, units and width taken out. */
    private static String shape(String line) {
        return line.replaceAll("pid=\\d+: .*", "pid=#: when")
                .replaceAll("\\((nsec|usec|msec)\\)", "(unit)")
                .replaceAll("lat \\(unit\\)   : .*", "lat (unit)   : bands")
                .replaceAll("[0-9.]+([kMGT](i?B)?|Ki?B|kB|B)?", "#")
                .replaceAll("= +", "=")
                .replaceAll("\\[ *#\\]", "[#]")
                .replaceAll("(mixed|seqw|vda|sda|(mqemu|fio)-#(-SNAPSHOT)?)", "name")
                .replaceAll("#/s", "#")
                .replaceAll("\\| +#th", "| #th")
                .replaceAll(", +#th", ", #th");
    }

    private static String fioPart(String text) {
        return text.substring(0, text.indexOf("\nmqemu:\n"));
    }

    @Test
    void everyLineHasTheShapeOfARecordedFioLine() throws IOException {
        Set<String> recorded = resource("fio-3.33.normal.txt")
                .lines()
                .map(NormalWriterTest::shape)
                .collect(Collectors.toSet());
        List<String> ours =
                fioPart(TEXT).lines().map(NormalWriterTest::shape).distinct().toList();
        recorded.add(shape("    slat (nsec): min=1, max=2, avg= 3.00, stdev= 4.00"));
        assertThat(recorded).containsAll(ours);
        assertThat(ours).hasSizeGreaterThan(25);
    }

    @Test
    void sectionsComeInFiosOrder() {
        String order = String.join(
                ".*",
                "(?s)mixed: \\(g=0\\): rw=randrw",
                "\n\\.\\.\\.\nseqw: \\(g=1\\)",
                "\nmqemu-0\\.1\\.0\nStarting 3 processes\n\n",
                "mixed: \\(groupid=0, jobs=2\\): err= 0: pid=1: emulated 2\\.001 s\n",
                "\n    slat ",
                "\n    clat ",
                "\n     lat ",
                "\n    clat percentiles ",
                "\n   bw ",
                "\n   iops ",
                "\n  write: [^\n]*; 0 zone resets\n",
                "\n  lat \\(usec\\)   : ",
                "\n  cpu          : usr=1\\.85%, sys=9\\.80%, ctx=16000, majf=0, minf=0\n  IO depths    : 1=",
                "\n     submit    : ",
                "\n     complete  : ",
                "\n     issued rwts: total=",
                "\n     latency   : target=0, window=0, percentile=100\\.00%, depth=1\nseqw: ",
                "\n\nRun status group 0 \\(all jobs\\):\n   READ: bw=",
                "\n  WRITE: bw=",
                "\n\nRun status group 1 \\(all jobs\\):\n  WRITE: bw=",
                "\n\nDisk stats \\(read/write\\):\n  sda: ios=",
                "\n\nmqemu:\n",
                "");
        assertThat(TEXT).matches(order);
    }

    @Test
    void theEmulationsSectionIsAligned() {
        assertThat(TEXT)
                .contains(
                        "  clock        : virtual, seed=42, emulated=2.009 s\n",
                        "  result       : trusted, complete\n",
                        "  steady state : warm-up=5.00 ms, measured=36.00 ms, IOPS +/- 0.84%",
                        " (95% confidence, 18 batches)\n",
                        "  note         : runtime 60 s ended after 2.009 s emulated: IOPS steady within 1 %\n",
                        "  conservation  submitted  completed  failed  in flight  balance\n",
                        "    all              8128       8120       3          5    holds\n",
                        "    drive sda        8128       8120       3          5    holds\n",
                        "  CPU time  %usr   %sys  %hard  %soft  %iowait  %idle\n",
                        "    all     0.00  30.00   0.00  10.00     0.00  60.00\n",
                        "    _raw_spin_lock                  sys  75.00%      2    300.0\n",
                        "    megasas0-msix0    1   4000         8120           2.03\n");
        assertThat(TEXT).doesNotContain("tdf", "lateness", "DO NOT ADD UP");
        assertThat(TEXT.lines()).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
    }

    @Test
    void wallClocksShowLatenessAndDates() {
        EmulationReport paced =
                Reports.emulation(new ClockReport.WallReport(50.25, 100_500_000_000L, 12, 840, 2_100, 12, 40_000));
        StringBuilder out = new StringBuilder();
        EmulationText.write(out, paced, 0);
        assertThat(out)
                .contains(
                        "  clock        : real-time, seed=42, emulated=2.009 s, wall=100.500 s, tdf=50.25\n",
                        "  lateness     : p50=12 ns, p99=840 ns, max=2.10 us, inversions=12 (0.03%)\n");
        ReportTime time = ReportTime.wall(Instant.ofEpochMilli(1_796_062_732_428L), ZoneOffset.UTC);
        assertThat(time.text()).isEqualTo("Mon Nov 30 18:18:52 2026");
        assertThat(ReportTime.emulated(41_300).text()).isEqualTo("emulated 0.000041 s");
        assertThat(ReportTime.emulated(41_300_000).text()).isEqualTo("emulated 0.041 s");
    }

    @Test
    void onlyQueueDepthsThatChangedAreShown() {
        StringBuilder out = new StringBuilder();
        ContentionText.write(
                out,
                new ContentionReport(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(
                                new ContentionReport.DepthRow("sda", 64, 64, 64),
                                new ContentionReport.DepthRow("sdb", 64, 31, 64))));
        assertThat(out).containsPattern("queue depth +now +lowest +most\n +sdb +64 +31 +64\n");
        assertThat(out).doesNotContain("sda");
    }

    @Test
    void brokenBooksAndStagesAreShown() {
        StageReport stages = new StageReport(
                List.of(new StageReport.Stage("Q2G", 1, 10, 10, 10)), new StageReport.Stage("Q2C", 1, 30, 30, 30));
        EmulationReport report = new EmulationReport(
                new MachineReport("scsi-mq", "linux-test", 2, 1, "hpsa", 1, 16, "SSD"),
                new ClockReport("virtual", 1, 0, null),
                true,
                false,
                new ConservationReport(new ConservationReport.Books(3, 1, 1, 0), List.of(), List.of()),
                new CpuReport(new CpuReport.CpuRow("all", Map.of()), List.of(), List.of()),
                ContentionReport.NONE,
                InterruptReport.NONE,
                List.of(new FaultStatistics("sdb", "hang at=20ms for=60s", FaultKind.HANG, 1)),
                List.of(new RecoveryFigures("host0", 9, 1, 4, 2, 3, 0, 0, 1, 5, 12, 8, 2, 1, 7_250_000)),
                stages,
                new SteadyReport(0, 0, Double.POSITIVE_INFINITY, 0),
                List.of(),
                List.of());
        StringBuilder out = new StringBuilder();
        EmulationText.write(out, report, 0);
        assertThat(out)
                .contains("NOT TRUSTED, PARTIAL (ended early)", "BROKEN", "STAGES DO NOT ADD UP", "+/- unknown\n")
                .containsPattern("faults +struck\n    sdb hang at=20ms for=60s +1\n")
                .containsPattern("error handling .*\n    host0 +9 +1 +4 of 6 +3 +0 +0 +1\n")
                .containsPattern("commands after errors .*\n    host0 +12 +8 +2 +1 +7\\.25.*\n")
                .contains("    resets that failed: 5\n");
        assertThat(report.conservation().holds()).isFalse();
    }

    @Test
    void reducedTimestampsLeaveNoLatencyLines() {
        String text = fioPart(NormalWriter.write(Reports.run(Reports.jobs(StatsOptions.gtodReduce()))));
        assertThat(text).contains("  read: IOPS=").doesNotContain("lat (", "percentiles", "   bw (", "   iops   ");
    }

    @Test
    void aJobWithoutIosIsLeftOutUnlessItFailed() {
        IoStats empty = new IoStats(StatsOptions.defaults(), 0);
        empty.finish(1_000);
        JobReport idle = Reports.job("idle", 0, 1, empty);
        String text = NormalWriter.write(Reports.run(List.of(idle)));
        assertThat(text).doesNotContain("idle: (groupid").contains("Run status group 0 (all jobs):\n\nDisk");
        JobReport failed = new JobReport(
                "idle",
                0,
                1,
                1,
                "what it is",
                Map.of(),
                false,
                new JobError(5, "Input/output error"),
                empty,
                CpuUse.NONE,
                0,
                LatencyTarget.none(8),
                List.of(),
                ReportTime.emulated(0));
        assertThat(NormalWriter.write(Reports.run(List.of(failed))))
                .contains("idle: (groupid=0, jobs=1): err= 5 (Input/output error): pid=1: emulated 0.000000 s\n")
                .contains("  Description  : [what it is]\n")
                .contains("  IO depths    : 1=0.0%, 2=0.0%");
    }

    @Test
    void syncsAndAllPercentilesAreShown() {
        IoStats stats = new IoStats(Reports.allPercentiles(), 0);
        stats.record(IoDirection.WRITE, 1_000, 4096, 10, 20, 30);
        stats.recordSync(125);
        stats.finish(2_000_000);
        String text = NormalWriter.write(Reports.run(List.of(Reports.job("s", 0, 1, stats))));
        assertThat(text)
                .contains(
                        "    slat percentiles (nsec):\n",
                        "    clat percentiles (nsec):\n",
                        "    lat percentiles (nsec):\n",
                        "  fsync/fdatasync/sync_file_range:\n    sync (nsec): min=125, max=125, avg=125.00, stdev=",
                        "    sync percentiles (nsec):\n",
                        "issued rwts: total=0,1,0,1 short=0,0,0,0");
    }

    @Test
    void percentileListsKeepTheirDecimals() {
        IoStats stats = Reports.mixed(4, StatsOptions.defaults());
        StringBuilder out = new StringBuilder();
        var histogram = Objects.requireNonNull(stats.direction(IoDirection.READ)
                .latency(org.mqemu.api.stats.LatencyKind.CLAT)
                .histogram());
        PercentileText.write(out, "clat", histogram, List.of(Percentile.of("50"), Percentile.of("99.9")));
        assertThat(out.toString())
                .matches("    clat percentiles \\(usec\\):\n     \\| 50\\.0th=\\[ +\\d+], 99\\.9th=\\[ +\\d+]\n");
        out.setLength(0);
        PercentileText.write(out, "clat", histogram, List.of(Percentile.of("50")));
        assertThat(out.toString()).contains("     |  50th=[");
        PercentileText.write(out, "none", histogram, List.of());
        assertThat(out.toString()).doesNotContain("none");
    }

    @Test
    void namesOfAllScriptsAreKeptAndNothingDependsOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            RunReport run = Reports.run(Reports.jobs(StatsOptions.defaults()));
            assertThat(NormalWriter.write(run)).isEqualTo(TEXT);
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(NormalWriter.write(run)).isEqualTo(TEXT);
            JobReport named = Reports.job("größe-測試", 0, 1, Reports.mixed(1, StatsOptions.defaults()));
            assertThat(NormalWriter.write(Reports.run(List.of(named)))).contains("größe-測試: (groupid=0, jobs=1)");
            assertThat(ReportTime.wall(Instant.EPOCH, ZoneOffset.UTC).text()).isEqualTo("Thu Jan  1 00:00:00 1970");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void threadsAndProcessesAreCounted() {
        JobBanner thread = new JobBanner("a", 0, "read", "bs", "null", 1, 1, true);
        JobBanner process = new JobBanner("b", 0, "read", "bs", "null", 1, 1, false);
        assertThat(started(List.of(thread))).isEqualTo("Starting 1 thread");
        assertThat(started(List.of(thread, process))).isEqualTo("Starting 1 thread and 1 process");
        assertThat(started(List.of(process, process))).isEqualTo("Starting 2 processes");
        assertThat(started(List.of())).isEqualTo("Starting 0 processes");
    }

    private static String started(List<JobBanner> banners) {
        RunReport run = new RunReport(
                "x", ReportTime.emulated(0), Map.of(), banners, List.of(), List.of(), Reports.emulation(null));
        return NormalWriter.write(run)
                .lines()
                .filter(l -> l.startsWith("Starting"))
                .findFirst()
                .orElseThrow();
    }
}
