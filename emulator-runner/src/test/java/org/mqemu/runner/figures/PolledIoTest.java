package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.runner.fio.FioError;
import org.mqemu.runner.report.RunReport;

/** hipri on null_blk: completions that are polled for instead of being announced by an interrupt. */
class PolledIoTest {
    private static final String[] ONE_AT_A_TIME = {
        "fio.numjobs=1",
        "fio.cpus_allowed=0",
        "fio.iodepth=1",
        "fio.iodepth_batch=1",
        "fio.iodepth_batch_complete_min=1",
        "fio.gtod_reduce=0",
        "fio.runtime=5ms",
        "driver.irqmode=2",
        "driver.completion_nsec=5000"
    };
    private static final String[] POLLED = {"fio.ioengine=io_uring", "fio.hipri=1", "driver.poll_queues=2"};

    /** Later settings take the place of earlier ones. */
    private static RunReport run(String[]... sets) {
        Map<String, String> byKey = new TreeMap<>();
        Stream.concat(Stream.of(ONE_AT_A_TIME), Stream.of(sets).flatMap(Stream::of))
                .forEach(set -> byKey.put(set.substring(0, set.indexOf('=')), set));
        RunReport report = Runs.virtual(1, "null-blk", byKey.values().toArray(String[]::new));
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }

    private static double clatUs(RunReport report) {
        return report.groups()
                        .get(0)
                        .jobs()
                        .get(0)
                        .stats()
                        .direction(IoDirection.READ)
                        .latency(LatencyKind.CLAT)
                        .summary()
                        .mean()
                / 1_000;
    }

    private static double busyPercent(RunReport report, CpuMode... modes) {
        int cpus = report.emulation().cpus().cpus().size();
        return Stream.of(modes).mapToDouble(mode -> Runs.percent(report, mode)).sum() * cpus;
    }

    @Test
    void shouldEndSoonerThanByTimerInterruptAndWakeUp() {
        double byTimer = clatUs(run(new String[] {"driver.poll_queues=0"}));
        double polled = clatUs(run(POLLED));
        assertThat(byTimer).isGreaterThan(5);
        assertThat(polled).isLessThan(1);
    }

    @Test
    void shouldBurnTheSubmittersCpuAndTakeNoInterrupts() {
        RunReport report = run(POLLED);
        assertThat(busyPercent(report, CpuMode.USR, CpuMode.SYS)).isCloseTo(100, within(0.1));
        assertThat(busyPercent(report, CpuMode.HARD, CpuMode.SOFT)).isZero();
    }

    @Test
    void shouldFallBackToInterruptsWithoutHardwareQueuesForPolledIo() {
        double byTimer = clatUs(run(new String[] {"driver.poll_queues=0"}));
        RunReport report = run(POLLED, new String[] {"driver.poll_queues=0"});
        assertThat(clatUs(report)).isCloseTo(byTimer, within(0.01));
        assertThat(busyPercent(report, CpuMode.HARD)).isPositive();
    }

    @Test
    void shouldPollForSynchronousIoOnlyWhereTheKernelDoes() {
        String[] sync = {"fio.ioengine=pvsync2", "fio.hipri=1", "driver.poll_queues=2"};
        RunReport ignored = run(sync);
        RunReport polled = run(sync, new String[] {"kernel.polls-sync-io=true"});
        assertThat(clatUs(ignored)).isGreaterThan(5);
        assertThat(clatUs(polled)).isLessThan(3);
        assertThat(busyPercent(polled, CpuMode.HARD, CpuMode.SOFT, CpuMode.IOWAIT))
                .isZero();
        assertThat(ignored.emulation().notes())
                .anyMatch(note -> note.contains("hipri has no effect with ioengine=pvsync2"));
        assertThat(polled.emulation().notes()).noneMatch(note -> note.contains("hipri"));
    }

    /** More I/Os than tags, threads that share a CPU, a hardware queue that threads share. */
    @Test
    void shouldNotWaitForEverForTheTagsOfItsOwnIo() {
        RunReport report = run(POLLED, new String[] {
            "fio.numjobs=4",
            "fio.cpus_allowed=0-2",
            "fio.iodepth=32",
            "fio.iodepth_batch=8",
            "fio.runtime=60ms",
            "driver.hw_queue_depth=4",
            "driver.poll_queues=1"
        });
        assertThat(Runs.kiops(report)).isPositive();
    }

    @Test
    void shouldRefuseHipriWithOtherEngines() {
        assertThatThrownBy(() -> Runs.scenario("null-blk", "fio.hipri=1"))
                .isInstanceOf(FioError.class)
                .hasMessageContaining("hipri belongs to ioengine=io_uring and pvsync2 here");
    }
}
