package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.ScenarioRun;

/** Faults and timelines that name what is not there or a time that never comes. */
class TimesAndDevicesTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();

    @TempDir
    private Path directory;

    private static Scenario load(Path file, String... sets) {
        return Scenario.load(new ScenarioRequest(file, Optional.empty(), List.of(sets), HOME));
    }

    /** Sixteen devices. */
    private static Scenario sixteen(String set) {
        return load(HOME.resolve("conf/scenarios/hpsa-sixteen-devices.conf"), set, "fio.runtime=10s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            faults=[{device="sd{a,zz}",at=1s,fault=gone}]           | device: sd{a,zz} lists devices that are not there: sdzz; there is sda to sdp
            faults=[{device="sd[o-z]",at=1s,fault=gone}]            | device: sd[o-z] lists devices that are not there: sdq and 9 more
            faults=[{device="sdz",at=1s,fault=gone}]                | device: there is no device sdz
            faults=[{device="sda",at=1m,fault=gone}]                | at: 1m never comes: the jobs have ended by 10.0 s
            faults=[{device="sda",from=10s,every=2,fault=busy}]     | from: 10s never comes
            faults=[{device="sda",at=13h,fault=gone}]               | at: 13h is out of range; write from 0ns to 12h
            timeline=["at 1ms set sd{a,zz}.queue.nomerges = 1"]     | timeline[0]: "at 1ms set sd{a,zz}.queue.nomerges = 1" sd{a,zz} lists
            timeline=["at 1ms set sdz.queue.nomerges = 1"]          | there is no device sdz
            timeline=["at 1m set sda.queue.nomerges = 1"]           | never comes: the jobs have ended by 10.0 s
            timeline=["at 25h set sda.queue.nomerges = 1"]          | is too late
            timeline=["at 1y set sda.queue.nomerges = 1"]           | 1y is no time
            """)
    void shouldRefuse(String set, String message) {
        assertThatThrownBy(() -> sixteen(set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            faults=[{device="sd{a,p}",at=1s,fault=gone}]
            faults=[{device="sd[a-cop]",at=9999ms,fault=gone}]
            faults=[{device="sd?",at=1s,fault=gone}]
            faults=[{device="sd[!a]",at=1s,fault=gone}]
            timeline=["at 0.0001h set sd*.queue.nomerges = 1"]
            timeline=["at 0.1m set sd[a-p].queue.nomerges = 1"]
            """)
    void shouldAccept(String set) {
        assertThatCode(() -> sixteen(set)).doesNotThrowAnyException();
    }

    @Test
    void shouldSayHowLongATimeoutTakesOnTheWall() {
        Scenario faulty = sixteen("faults=[{device=sda,at=1s,fault=hang}]");
        assertThat(faulty.expectations(10))
                .containsExactly(
                        "a command that is not answered waits for 30.0 s (host.errors.timeout-ms): about 5 minutes"
                                + " of wall time at --tdf 10; --clock virtual does not wait");
        assertThat(faulty.expectations(0)).hasSize(1);
        assertThat(faulty.expectations(1)).isEmpty();
        assertThat(sixteen("faults=[]").expectations(10)).isEmpty();
    }

    @Test
    void shouldTakeAnyTimeWhereNoJobHasARuntime() {
        assertThat(load(
                                HOME.resolve("conf/scenarios/hpsa-sixteen-devices.conf"),
                                "timeline=[\"at 23h set sda.queue.nomerges = 1\"]",
                                "fio.time_based=0",
                                "fio.runtime=0",
                                "fio.size=1m")
                        .timeline()
                        .changes())
                .hasSize(1);
    }

    @Test
    void shouldNameTheLineOfEachValueThatIsWrong() throws IOException {
        Path file = directory.resolve("mine.conf");
        Files.writeString(file, """
                include "scenarios/hpsa-sixteen-devices.conf"
                timeline = [
                  "at 1us set sda.queue.nomerges = 1"
                  "at 1us set sda.queue.nomerges = 7"
                  "at 1us set sda.device.queue_depth = 0"
                ]
                """);

        assertThatThrownBy(() -> new ScenarioRun(load(file), new RunOptions(ClockSettings.VIRTUAL, 1, false), "test"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(
                        "mine.conf:4: timeline[1]: \"at 1us set sda.queue.nomerges = 7\" can not be written: ")
                .hasMessageContaining("mine.conf:5: timeline[2]: ");
    }
}
