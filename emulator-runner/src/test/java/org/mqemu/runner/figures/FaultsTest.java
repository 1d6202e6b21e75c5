package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.runner.report.RunReport;

/** The fault script in whole runs, with faults that need no error handling. */
class FaultsTest {
    private static final String SHORT = "run.half-width=0.05";

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldFailAnIoForEachMediumError(String stack) {
        String faults = "faults=[{device=sda,every=1000,fault=medium-error,op=read}]";
        RunReport report = Runs.virtual(1, "hpsa-one-volume", stack, faults, SHORT);

        assertThat(report.emulation().trusted()).isTrue();
        long struck = report.emulation().faults().stream()
                .mapToLong(FaultStatistics::struck)
                .sum();
        assertThat(struck).isPositive();
        assertThat(report.emulation().conservation().total().failed()).isEqualTo(struck);
    }

    @Test
    void shouldTakeLongerWhileADriveIsSlow() {
        RunReport well = Runs.virtual(1, "hpsa-sixteen-devices", SHORT);
        RunReport slow =
                Runs.virtual(1, "hpsa-sixteen-devices", SHORT, "faults=[{device=\"sd*\",at=0s,fault=slow,factor=20}]");

        assertThat(slow.emulation().trusted()).isTrue();
        assertThat(Runs.kiops(slow)).isBetween(Runs.kiops(well) / 20, Runs.kiops(well) / 2);
        assertThat(slow.emulation().faults()).hasSize(16).allMatch(fault -> fault.struck() == 1);
    }

    @Test
    void shouldTakeNoTimeWhenNothingHappens() {
        RunReport plain = Runs.virtual(1, "hpsa-sixteen-devices", SHORT);
        RunReport guarded = Runs.virtual(1, "hpsa-sixteen-devices", SHORT, "drive.queue-limit=254");

        assertThat(guarded.emulation().faults()).isEmpty();
        assertThat(Runs.kiops(guarded)).isCloseTo(Runs.kiops(plain), within(0.05 * Runs.kiops(plain)));
    }
}
