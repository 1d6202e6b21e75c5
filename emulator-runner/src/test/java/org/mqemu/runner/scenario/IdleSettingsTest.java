package org.mqemu.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mqemu.api.settings.SettingsException;

class IdleSettingsTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();
    private static final Path SCENARIOS = HOME.resolve("conf/scenarios");

    @TempDir
    private Path directory;

    private static Scenario load(Path file, String... sets) {
        return Scenario.load(new ScenarioRequest(file, Optional.empty(), List.of(sets), HOME));
    }

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            return files.filter(file -> file.toString().endsWith(".conf")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shouldLoadEveryShippedScenario(Path file) {
        assertThatCode(() -> load(file)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            megaraid-one-queue   | hba.node=1                                   | hba.node: has no effect: it decides
            ib-srp               | hba.irq-affinity=explicit hba.vector-cpus=["0-11","12-23","24-35","36-47"] hba.reply-map=modulo \
            | hba.reply-map: has no effect: each hardware queue of this driver
            hpsa-one-volume      | host.tags=split                              | host.tags: has no effect: one hardware queue
            hpsa-one-volume      | stack=legacy host.hw-queues=2                | host.hw-queues: has no effect: the legacy
            hpsa-one-volume      | stack=legacy host.tags=shared                | host.tags: has no effect: the legacy
            scsi-debug           | stack=scsi-mq host.hw-queues=4               | host.hw-queues: has no effect: it is of HBAs
            scsi-debug           | host.register-write-ns=7                     | host.register-write-ns: has no effect
            scsi-debug           | hba.vectors=3                                | hba.vectors: has no effect: this driver has no HBA
            scsi-debug           | drive.read.mean-ns=5                         | drive.read.mean-ns: has no effect
            scsi-debug           | driver.opts=4                                | driver.opts: has no effect: without every_nth
            scsi-debug           | driver.opts=2 driver.every_nth=100           | driver.every_nth: has no effect: opts
            null-blk             | host.errors.timeout-ms=5                     | host.errors.timeout-ms: has no effect
            null-blk             | host.can-queue=5                             | host.can-queue: has no effect
            null-blk             | volume.drives=2                              | volume.drives: has no effect
            null-blk             | driver.completion_nsec=5                     | driver.completion_nsec: has no effect
            hpsa-one-volume      | driver.irqmode=2                             | driver.irqmode: has no effect: it is a parameter of null_blk
            hpsa-one-volume      | driver.hw_queue_depth=5                      | driver.hw_queue_depth: has no effect
            hpsa-one-volume      | driver.completion_nsec=5                     | driver.completion_nsec: has no effect
            hpsa-one-volume      | driver.every_nth=5                           | driver.every_nth: it is a parameter of scsi_debug
            megaraid-host-tagset | host.hw-queues=3                             | host.hw-queues: has no effect: driver.cpu_lists
            """)
    void shouldRefuseWhatCanNotAct(String scenario, String sets, String message) {
        String[] each = sets.split(" ", -1);
        assertThatThrownBy(() -> load(SCENARIOS.resolve(scenario + ".conf"), each))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("--set ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            megaraid-one-queue   | hba.irq-affinity=irqbalance hba.node=1
            hpsa-one-volume      | host.hw-queues=2 host.tags=split
            scsi-debug           | driver.opts=2
            scsi-debug           | driver.opts=4 driver.every_nth=100
            null-blk             | driver.irqmode=2 driver.completion_nsec=5
            null-blk             | host.can-queue=1011
            scsi-express         | stack=legacy
            """)
    void shouldAcceptWhatActsOrIsTheDefaultOrComesWithAnInclude(String scenario, String sets) {
        assertThat(load(SCENARIOS.resolve(scenario + ".conf"), sets.split(" ", -1))
                        .jobs())
                .isNotEmpty();
    }

    @Test
    void shouldNameTheLine() throws IOException {
        Path file = directory.resolve("mine.conf");
        Files.writeString(
                file,
                String.join(
                        "\n",
                        Arrays.asList(
                                "include \"scenarios/null-blk.conf\"", "", "host.errors {", "timeout-ms = 5", "}")));

        assertThatThrownBy(() -> load(file))
                .hasMessageContaining(
                        "mine.conf:4: host.errors.timeout-ms: has no effect: null_blk is no SCSI device;");
    }
}
