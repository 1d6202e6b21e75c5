package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.scenario.Scenario;

/** Queue depths, targets and tags of SCSI hosts, as scenarios set them. */
class QueueDepthTest {
    /** The administrator waits for a slice of his CPU, 3 ms. */
    private static double kiops(String... sets) {
        String[] all = Arrays.copyOf(sets, sets.length + 3);
        all[sets.length] = "fio.ramp_time=8ms";
        all[sets.length + 1] = "fio.runtime=20ms";
        all[sets.length + 2] = "run.half-width=0.001"; // the whole runtime: at 50 K IOPS it has 1,000 I/Os
        RunReport report = Runs.virtual(1, "hpsa-one-volume", all);
        assertThat(report.emulation().conservation().holds()).isTrue();
        return Runs.kiops(report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldTakeTheDepthThatAnAdministratorWrites(String stack) {
        double lowFromTheStart = kiops(stack, "host.queue-depth=8");
        double lowSoon = kiops(stack, "timeline=[\"at 100us set sda.device.queue_depth = 8\"]");
        double highSoon =
                kiops(stack, "host.queue-depth=8", "timeline=[\"at 100us set sda.device.queue_depth = 1011\"]");
        assertThat(lowSoon).isBetween(0.9 * lowFromTheStart, 1.1 * lowFromTheStart);
        assertThat(highSoon).isGreaterThan(2 * lowFromTheStart);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldLimitATargetAsItsOnlyDevice(String stack) {
        double byTheDevice = kiops(stack, "host.queue-depth=8");
        double byTheTarget = kiops(stack, "host.target-can-queue=8");
        assertThat(byTheTarget).isBetween(0.9 * byTheDevice, 1.1 * byTheDevice);
    }

    @Test
    void shouldGiveADeviceOfWhichTheDriverSaysNothingCmdPerLun() {
        Scenario scenario = Runs.scenario("hpsa-one-volume", "host.queue-depth=0", "host.cmd-per-lun=3");
        assertThat(scenario.host().queueDepth()).isEqualTo(3);
        Scenario capped =
                Runs.scenario("hpsa-one-volume", "host.queue-depth=0", "host.cmd-per-lun=30", "host.can-queue=20");
        assertThat(capped.host().queueDepth()).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"0, 0:0:0:0", "1, 0:0:0:1", "2, 0:0:1:0", "7, 0:1:0:1", "13, 0:2:0:1"})
    void shouldFillTargetsAndThenChannels(int device, String address) {
        Scenario scenario =
                Runs.scenario("hpsa-sixteen-devices", "host.luns-per-target=2", "host.targets-per-channel=3");
        assertThat(scenario.host().targets().address(0, device)).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared", "split", "per-queue"})
    void shouldRunWithEveryKindOfHostTags(String tags) {
        assertThat(kiops("host.hw-queues=2", "host.tags=" + tags, "host.can-queue=300"))
                .isGreaterThan(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timeline=[\"at 1us set sda.device.queue_depth = 1012\"] | queue_depth is 1 to 1011: 1012",
                "timeline=[\"at 1us set sda.device.queue_colour = 1\"] | a SCSI device has no attribute queue_colour",
                "timeline=[\"at 1us set sda.disk.queue_depth = 1\"] | is no change",
                "kernel.hz=128 | 128 is no value of CONFIG_HZ",
                "host.target-can-queue=-1 | target-can-queue"
            })
    void shouldRefuseWhatIsNoDepth(String set, String message) {
        assertThatThrownBy(() -> Runs.virtual(1, "hpsa-one-volume", set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseDepthsOfWhatIsNoScsiDevice() {
        assertThatThrownBy(() -> Runs.virtual(1, "null-blk", "timeline=[\"at 1us set nullb0.device.queue_depth = 1\"]"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("nullb0 is no SCSI device");
    }
}
