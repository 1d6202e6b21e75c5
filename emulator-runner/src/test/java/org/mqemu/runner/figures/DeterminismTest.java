package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.runner.report.JsonWriter;
import org.mqemu.runner.report.NormalWriter;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;

/** A seed is a run. */
class DeterminismTest {
    private static final double HALF_WIDTH = 0.01;

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldGiveTheSameBytesForTheSameSeed(String stack) {
        RunReport first = Runs.virtual(7, "hpsa-one-volume", stack, "fio.gtod_reduce=0");
        RunReport second = Runs.virtual(7, "hpsa-one-volume", stack, "fio.gtod_reduce=0");

        assertThat(NormalWriter.write(first)).isEqualTo(NormalWriter.write(second));
        assertThat(JsonWriter.writePlus(first)).isEqualTo(JsonWriter.writePlus(second));
    }

    @Test
    void shouldDifferWithinTheConfidenceIntervalForAnotherSeed() {
        RunReport first = Runs.virtual(1, "hpsa-one-volume", "volume.drives=8");
        RunReport second = Runs.virtual(2, "hpsa-one-volume", "volume.drives=8");

        assertThat(NormalWriter.write(first)).isNotEqualTo(NormalWriter.write(second));
        assertThat(Runs.kiops(first)).isCloseTo(Runs.kiops(second), within(2 * HALF_WIDTH * Runs.kiops(second)));
    }

    @Test
    void shouldGiveTheVirtualFiguresUnderThePacedClock() {
        RunReport virtual = Runs.virtual(3, "hpsa-one-volume", "stack=legacy", "fio.numjobs=2");
        RunReport paced = Runs.run(
                new RunOptions(new ClockSettings(ClockKind.PACED, 1), 3, false),
                "hpsa-one-volume",
                "stack=legacy",
                "fio.numjobs=2");

        assertThat(paced.groups().get(0).jobs().get(0).stats().totalIos())
                .isEqualTo(virtual.groups().get(0).jobs().get(0).stats().totalIos());
        assertThat(paced.emulation().cpus()).isEqualTo(virtual.emulation().cpus());
        assertThat(paced.emulation().contention()).isEqualTo(virtual.emulation().contention());
    }

    @Test
    void shouldKeepItsBooksUnderTheRealTimeClockAndAgreeIfItTrustsItself() {
        String[] small = {"stack=legacy", "run.min-bins=20", "fio.numjobs=4", "run.half-width=0.05"};
        RunReport virtual = Runs.virtual(1, "hpsa-one-volume", small);
        RunReport real =
                Runs.run(new RunOptions(new ClockSettings(ClockKind.REAL_TIME, 0), 1, false), "hpsa-one-volume", small);

        assertThat(real.emulation().conservation().holds()).isTrue();
        if (real.emulation().trusted()) {
            assertThat(Runs.kiops(real)).isCloseTo(Runs.kiops(virtual), within(0.1 * Runs.kiops(virtual)));
        }
    }
}
