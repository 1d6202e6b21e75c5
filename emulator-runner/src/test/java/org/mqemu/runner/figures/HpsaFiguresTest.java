package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.runner.report.RunReport;

/**
 * The figures of Robert Elliott's mail to linux-scsi of 2014-06-18 ("RE: scsi-mq"): HP Smart Array P431, 16 SSDs, 12
 * logical CPUs, 4 KiB random reads. Four seeds each, under the virtual clock.
 */
class HpsaFiguresTest {
    private static final double TOLERANCE = 0.05;
    private static final double POINTS = 5;
    private static final int SEEDS = 4;
    private static final String LEGACY = "stack=legacy";

    static Stream<Arguments> figures() {
        return Stream.of(
                Arguments.of("hpsa-one-volume", 166, List.of(LEGACY, "fio.numjobs=1")),
                Arguments.of("hpsa-one-volume", 266, List.of(LEGACY, "volume.drives=8")),
                Arguments.of("hpsa-one-volume", 266, List.of(LEGACY)),
                Arguments.of("scsi-debug", 266, List.of()),
                Arguments.of("hpsa-one-volume", 880, List.of("volume.drives=8")),
                Arguments.of("hpsa-one-volume", 979, List.of()),
                Arguments.of("hpsa-sixteen-devices", 975, List.of(LEGACY)),
                Arguments.of("hpsa-sixteen-devices", 969, List.of()),
                Arguments.of("hpsa-uncapped", 1150, List.of()));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void shouldReachThePublishedIops(String scenario, double kiops, List<String> sets) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            RunReport report = Runs.virtual(seed, scenario, sets.toArray(String[]::new));

            assertThat(Runs.kiops(report))
                    .as("%s %s seed %d", scenario, sets, seed)
                    .isCloseTo(kiops, within(TOLERANCE * kiops));
            assertThat(report.emulation().conservation().holds()).isTrue();
        }
    }

    @Test
    void shouldSplitLegacyCpuTimeWithCompletionsInSoftirq() {
        RunReport report = Runs.virtual(1, "hpsa-sixteen-devices", LEGACY);

        assertSplit(report, 5, 55, 5, 25);
    }

    @Test
    void shouldSplitScsiMqCpuTimeWithCompletionsInHardirq() {
        RunReport report = Runs.virtual(1, "hpsa-one-volume");

        assertSplit(report, 5, 55, 30, 0);
    }

    private static void assertSplit(RunReport report, double usr, double sys, double hard, double soft) {
        assertThat(Runs.percent(report, CpuMode.USR)).as("usr").isCloseTo(usr, within(POINTS));
        assertThat(Runs.percent(report, CpuMode.SYS)).as("sys").isCloseTo(sys, within(POINTS));
        assertThat(Runs.percent(report, CpuMode.HARD)).as("hard").isCloseTo(hard, within(POINTS));
        assertThat(Runs.percent(report, CpuMode.SOFT)).as("soft").isCloseTo(soft, within(POINTS));
    }

    @Test
    void shouldRisePeakAndFallWithLegacyThreads() {
        List<Double> kiops = new ArrayList<>();
        for (int threads : new int[] {1, 2, 4, 6, 8, 12}) {
            kiops.add(Runs.kiops(Runs.virtual(1, "hpsa-one-volume", LEGACY, "fio.numjobs=" + threads)));
        }

        int peak = kiops.indexOf(kiops.stream().max(Double::compare).orElseThrow());
        assertThat(peak).as("%s", kiops).isBetween(1, 4);
        assertThat(kiops.subList(0, peak + 1)).isSorted();
        assertThat(kiops.subList(peak, kiops.size())).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void shouldNotReach266WithAPlainFifoLock() {
        double kiops = Runs.kiops(Runs.virtual(1, "hpsa-one-volume", LEGACY, "machine.lock-invalidation-ns=0"));

        assertThat(kiops).isGreaterThan(266 * (1 + TOLERANCE));
    }

    @Test
    void shouldBeBoundByTheQueueLockAndNotByTheDrives() {
        RunReport report = Runs.virtual(1, "hpsa-one-volume", LEGACY);

        var top = report.emulation().contention().locks().get(0);
        assertThat(top.name()).isEqualTo("sda.queue_lock");
        assertThat(top.contended()).isGreaterThan(top.acquisitions() / 2);
    }
}
