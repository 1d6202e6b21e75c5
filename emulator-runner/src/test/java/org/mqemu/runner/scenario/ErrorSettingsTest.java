package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.block.Request;
import org.mqemu.scsi.error.EhDeadline;

class ErrorSettingsTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();

    private static Scenario scenario(String... sets) {
        return Scenario.load(new ScenarioRequest(
                HOME.resolve("conf/scenarios/scsi-debug.conf"), Optional.empty(), List.of(sets), HOME));
    }

    @Test
    void shouldHaveTheKernelsDefaults() {
        assertThat(scenario().host().errors())
                .isEqualTo(new ErrorSettings(
                        30_000_000_000L, 10_000_000_000L, EhDeadline.OFF, 30_000_000_000L, true, 0, 0));
    }

    private static Scenario shipped(String name, String... sets) {
        return Scenario.load(new ScenarioRequest(
                HOME.resolve("conf/scenarios").resolve(name + ".conf"), Optional.empty(), List.of(sets), HOME));
    }

    @Test
    void shouldHaveTheTimesOfEachDriver() {
        assertThat(shipped("megaraid-one-queue").host().errors().timeoutNs()).isEqualTo(90_000_000_000L);
        assertThat(shipped("megaraid-one-queue").host().errors().taskTimeoutNs())
                .isEqualTo(50_000_000_000L);
        assertThat(shipped("ib-srp").host().errors().taskTimeoutNs()).isEqualTo(5_000_000_000L);
        assertThat(shipped("ib-srp").host().errors().timeoutNs()).isEqualTo(30_000_000_000L);
    }

    @Test
    void shouldRefuseWhatASataPortCanNotHave() {
        assertThatThrownBy(() -> shipped("ahci", "host.hw-queues=2"))
                .hasMessageContaining("host.hw-queues: a SATA port has one command list");
        assertThatThrownBy(() -> shipped("ahci", "host.luns-per-target=2"))
                .hasMessageContaining("host.luns-per-target: a SATA drive is one logical unit");
    }

    @Test
    void shouldReadEachKey() {
        assertThat(scenario(
                                "host.errors.timeout-ms=3000",
                                "host.errors.eh-timeout-ms=5",
                                "host.errors.eh-deadline-ms=0",
                                "host.errors.skip-settle-delay=true",
                                "host.errors.logging-level=3",
                                "host.errors.failfast=[dev,transport,driver]")
                        .host()
                        .errors())
                .isEqualTo(new ErrorSettings(
                        3_000_000_000L,
                        5_000_000L,
                        0,
                        30_000_000_000L,
                        false,
                        3,
                        Request.FAILFAST_DEV | Request.FAILFAST_TRANSPORT | Request.FAILFAST_DRIVER));
    }

    @Test
    void shouldSayWhatIsNotEmulated() {
        assertThatThrownBy(() -> scenario("host.errors.failfast=[host]"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("there is no kind \"host\"");
        assertThatThrownBy(() -> scenario("driver.opts=\"0x804\""))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("the bits 0x800 are not emulated");
        assertThatThrownBy(() -> scenario("driver.opts=many"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("\"many\" is no number");
    }
}
