package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;

class ScenarioCommandsTest {
    @TempDir
    Path directory;

    private Bench bench;

    @BeforeEach
    void setUp() {
        bench = new Bench(directory);
        bench.file("home/conf/scenarios/one-volume.conf", "", "# One volume", "# more");
        bench.file("home/conf/scenarios/two.conf", "a = 1");
        bench.file("home/conf/jobs/randread.fio", "; Random reads", "[j]");
        bench.file("home/conf/jobs/README.md", "# no job");
    }

    @Test
    void shouldFindWhatIsShipped() {
        for (String name : List.of("one-volume", "one-volume.conf")) {
            Bench.Outcome outcome = bench.cli("check", name, "--job", "randread");
            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).isEqualTo(bench.path("home/conf/scenarios/one-volume.conf") + ": ok\n");
        }
        assertThat(bench.emulator.requests.get(0).job()).contains(directory.resolve("home/conf/jobs/randread.fio"));
    }

    @Test
    void shouldSayThatThereIsNoSuchFile() {
        assertThat(bench.cli("check", "one-volum.conf").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: one-volum.conf: there is no such file; did you mean one-volume?");
        assertThat(bench.cli("check", "x/y/z").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: x/y/z: there is no such file; \"mqemu list\" shows the scenarios that come with"
                        + " mqemu");
        assertThat(bench.cli("run", "two", "--job", "randreed").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: randreed: there is no such file; did you mean randread?");
        assertThat(bench.cli("check", "").complaint(ExitCode.USAGE)).startsWith("mqemu: \"\": there is no such file");
    }

    @Test
    void shouldRefuseADirectoryAndADanglingLink() throws IOException {
        Files.createSymbolicLink(directory.resolve("link.conf"), Path.of("nowhere"));
        assertThat(bench.cli("config", bench.path("home")).complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: home: is a directory, not a file");
        assertThat(bench.cli("check", bench.path("link.conf")).complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: link.conf: is a symbolic link that leads nowhere");
    }

    @Test
    void shouldFindWhatOnlyShowsWhenTheMachineIsPutTogether() {
        bench.emulator.onCheck = () -> {
            throw new SettingsException(new Problem("s.conf:3", "timeline[0]", "is odd", ""));
        };
        assertThat(bench.cli("check", bench.path("s.conf")).complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: s.conf:3: timeline[0]: is odd");
    }

    @Test
    void shouldCheckWithoutRunning() {
        bench.emulator.warnings = List.of("j.fio:1: warning: odd");
        Bench.Outcome outcome = bench.cli("check", bench.path("s.conf"), "--set", "a=1", "--set", "b=2");
        assertThat(outcome.out()).isEqualTo(bench.path("s.conf") + ": ok\n");
        assertThat(outcome.err()).isEqualTo("mqemu: j.fio:1: warning: odd\n");
        assertThat(bench.emulator.requests.get(0).sets()).containsExactly("a=1", "b=2");
        assertThat(bench.emulator.runs).isEmpty();
        bench.emulator.onLoad = () -> {
            throw new SettingsException(new Problem("s.conf:1", "a", "is no key", ""));
        };
        assertThat(bench.cli("check", bench.path("s.conf")).complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: s.conf:1: a: is no key");
    }

    @Test
    void shouldShowTheConfigurationWithOrWithoutOrigins() {
        Bench.Outcome shown = bench.cli("config", bench.path("s.conf"));
        assertThat(shown.out()).isEqualTo("a.b = 7   # String:1\na.c = \"x y\"   # String:1\n");
        Bench.Outcome plain = bench.cli("config", "--plain", bench.path("s.conf"));
        assertThat(plain.out()).isEqualTo("a.b = 7\na.c = \"x y\"\n");
        assertThat(ConfigFactory.parseString(plain.out())).isEqualTo(bench.emulator.resolved());
    }

    @Test
    void shouldListWhatIsShipped() {
        Bench.Outcome outcome = bench.cli("list");
        assertThat(outcome.out()).isEqualTo("""
                        scenarios
                          one-volume  One volume
                          two

                        jobs
                          randread    Random reads
                        """);
        assertThat(outcome.code()).isZero();
    }

    @Test
    void shouldListNothingWithoutItsHome() throws IOException {
        Files.move(directory.resolve("home"), directory.resolve("elsewhere"));
        assertThat(bench.cli("list").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: home/conf: there is no such directory; start mqemu with ./mqemu");
    }
}
