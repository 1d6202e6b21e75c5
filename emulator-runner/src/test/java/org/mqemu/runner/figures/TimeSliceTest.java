package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.report.RunReport;

/** queue.time-slice-us and its attribute. */
class TimeSliceTest {
    private static final String[] FEW = {
        "fio.numjobs=2", "fio.cpus_allowed_policy=split", "fio.iodepth=1", "fio.iodepth_batch=1", "fio.runtime=20ms"
    };

    private static RunReport run(String... sets) {
        String[] all = new String[FEW.length + sets.length];
        System.arraycopy(FEW, 0, all, 0, FEW.length);
        System.arraycopy(sets, 0, all, FEW.length, sets.length);
        RunReport report = Runs.virtual(1, "hpsa-one-volume", all);
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }

    @Test
    void shouldLetOneOfTwoReadersAtATimeReachTheDevice() {
        double without = Runs.kiops(run());
        double with = Runs.kiops(run("queue.time-slice-us=250"));
        assertThat(with).isBetween(0.3 * without, 0.6 * without);
    }

    @Test
    void shouldTakeSlicesByTheAttribute() {
        double without = Runs.kiops(run());
        double with = Runs.kiops(run("timeline=[\"at 10us set sda.queue.time_slice_us = 250\"]"));
        assertThat(with).isBetween(0.3 * without, 0.6 * without);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hpsa-one-volume,stack=legacy", "null-blk"})
    void shouldRefuseSlicesWhereThereAreNone(String scenario) {
        String[] words = (scenario + ",queue.time-slice-us=250").split(",", -1);
        assertThatThrownBy(() -> Runs.scenario(words[0], Arrays.copyOfRange(words, 1, words.length)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("queue.time-slice-us: ")
                .hasMessageContaining(" has no time slices for this stack");
    }

    @Test
    void shouldRefuseTheAttributeWhereItIsNot() {
        assertThatThrownBy(
                        () -> Runs.virtual(1, "null-blk", "timeline=[\"at 1us set nullb0.queue.time_slice_us = 250\"]"))
                .hasMessageContaining("no attribute time_slice_us");
    }
}
