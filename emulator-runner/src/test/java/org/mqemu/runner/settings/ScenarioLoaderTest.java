package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.settings.Rendering;
import org.mqemu.api.settings.Settings;

class ScenarioLoaderTest {

    private static final Config DEFAULTS = ConfigFactory.parseString(
            """
            mqemu {
              kernel { tags = 32, depth = ${mqemu.kernel.tags}, end-ns = 300 }
              device { kind = hdd }
            }
            """, ConfigParseOptions.defaults().setOriginDescription("org/mqemu/x/reference.conf"));

    @TempDir
    private Path directory = Path.of("");

    private Scenarios scenarios = new Scenarios(directory);

    @BeforeEach
    void useDirectory() {
        scenarios = new Scenarios(directory);
    }

    @Test
    void shouldLayOptionsOverFileOverDefaults() {
        ScenarioLoader.Result result = scenarios
                .file("s.conf", "kernel {", "  tags = 64", "  end-ns = 5", "}")
                .load(DEFAULTS, "s.conf", "kernel.end-ns=7");

        assertThat(Rendering.withOrigins(result.resolved()).replace(directory + "/", ""))
                .isEqualTo("""
                device.kind = "hdd"   # org/mqemu/x/reference.conf:3
                kernel.depth = 64   # s.conf:2
                kernel.end-ns = 7   # --set kernel.end-ns=7
                kernel.tags = 64   # s.conf:2
                """);
    }

    @Test
    void shouldDemandThatTheUsersKeysAreReadButNotTheDefaults() {
        Settings root = scenarios
                .file("s.conf", "kernel.tags = 1", "kernel.end-nss = 2")
                .load(DEFAULTS, "s.conf", "device.knid = ssd")
                .root();
        root.section("device").text("kind");
        root.section("kernel").longAt("tags", 0, 9);
        root.section("kernel").longAt("end-ns", 0, 999);

        assertThatThrownBy(root::checkAllRead)
                .hasMessage("--set device.knid = ssd: device.knid: nothing reads this key; did you mean kind?\n"
                        + directory + "/s.conf:2: kernel.end-nss: nothing reads this key; did you mean end-ns?");
    }

    @Test
    void shouldCountATemplateThatIsReferredToAsRead() {
        Settings root = scenarios
                .file(
                        "s.conf",
                        "hdd = { a = 1, b = 2 }",
                        "other = 1",
                        "disk = ${hdd} { b = 3 }",
                        "list = [1]",
                        "list += 2")
                .load("s.conf")
                .root();
        root.section("disk").longAt("a", 0, 9);

        assertThatThrownBy(root::checkAllRead)
                .hasMessageContaining("disk.b")
                .hasMessageContaining("other")
                .hasMessageContaining("s.conf:4: list")
                .hasMessageNotContaining("hdd");
    }

    @Test
    void shouldRefuseTheDefaultsRootInAScenario() {
        assertThat(scenarios.file("s.conf", "", "mqemu.a = 1").complaint("s.conf"))
                .isEqualTo("s.conf:2: mqemu: is no key of a scenario; write the keys below it at the top level");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a = [1          | s.conf:1: List should have ended with ] or had a comma, instead had token: end of file",
                "'a = 1\nb = }'  | s.conf:2: Expecting a value but got wrong token: '}'",
                "[1, 2]          | s.conf:1: has type LIST rather than object at file root",
            })
    void shouldReportSyntaxErrorsByLine(String text, String complaint) {
        assertThat(scenarios.file("s.conf", text).complaint("s.conf")).startsWith(complaint);
    }

    @Test
    void shouldNeverReadTheEnvironmentOrSystemProperties() {
        System.setProperty("kernel.tags", "99");
        try {
            assertThat(scenarios
                            .file("s.conf", "kernel.tags = 1")
                            .load("s.conf")
                            .resolved()
                            .getInt("kernel.tags"))
                    .isEqualTo(1);
            assertThat(scenarios.file("t.conf", "a = ${kernel.tags}").complaint("t.conf"))
                    .startsWith("t.conf:1: Could not resolve substitution to a value: ${kernel.tags}; substitutions");
        } finally {
            System.clearProperty("kernel.tags");
        }
        assertThat(scenarios.file("u.conf", "a = ${PATH}").complaint("u.conf")).contains("never the environment");
        assertThat(scenarios.file("v.conf", "b = 1", "a = 1", "a = ${?PATH}").complaint("v.conf"))
                .contains("v.conf:")
                .contains("a: ${?PATH} looks like an environment variable");
        assertThatCode(() -> scenarios
                        .file("w.conf", "X = 1, a = ${?X}, b = ${?none}")
                        .load("w.conf"))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldReportACircleOfSubstitutions() {
        assertThat(scenarios.file("s.conf", "a = ${b}", "b = ${a}").complaint("s.conf"))
                .contains("cycle");
    }

    @Test
    void shouldReportBytesThatAreNotUtf8() throws IOException {
        Files.write(directory.resolve("s.conf"), new byte[] {'a', '=', '1', '\n', 'b', '=', (byte) 0xc3, '('});

        assertThat(scenarios.complaint("s.conf")).isEqualTo("s.conf:2: is not UTF-8: byte 0xc3 at offset 6");
    }

    @Test
    void shouldReportAFileCutOffInsideACharacter() throws IOException {
        Files.write(directory.resolve("s.conf"), new byte[] {'#', (byte) 0xe2, (byte) 0x82});

        assertThat(scenarios.complaint("s.conf")).isEqualTo("s.conf:1: is not UTF-8: byte 0xe2 at offset 1");
    }

    @Test
    void shouldReportFilesThatCannotBeRead() throws IOException {
        Files.createDirectory(directory.resolve("d.conf"));
        Files.createSymbolicLink(directory.resolve("dangling.conf"), directory.resolve("nowhere"));
        Files.createSymbolicLink(directory.resolve("loop.conf"), directory.resolve("loop.conf"));
        Files.write(directory.resolve("big.conf"), new byte[SourceText.MOST_BYTES + 1]);

        assertThat(scenarios.complaint("d.conf")).isEqualTo("d.conf: is a directory, not a file");
        assertThat(scenarios.complaint("none.conf")).isEqualTo("none.conf: there is no such file");
        assertThat(scenarios.complaint("dangling.conf")).endsWith("is a symbolic link that leads nowhere");
        assertThat(scenarios.complaint("loop.conf")).endsWith("is a symbolic link that leads nowhere");
        assertThat(scenarios.complaint("big.conf")).isEqualTo("big.conf: is larger than 4 MiB");
    }

    @Test
    void shouldRefuseNestingThatIsTooDeep() {
        assertThat(scenarios.file("s.conf", "a = ", "[".repeat(100_000)).complaint("s.conf"))
                .isEqualTo("s.conf:2: is nested deeper than 200 levels");
        for (int dots : new int[] {200, 2_000, 20_000, 200_000}) {
            String key = "a" + ".a".repeat(dots);
            assertThat(scenarios.file("t.conf", key + " = 1").complaint("t.conf"))
                    .contains("deeper than 200");
            assertThat(scenarios.file("u.conf", "").complaint("u.conf", key + "=1"))
                    .contains("deeper than 200");
        }
    }

    @Test
    void shouldRefuseNestingThatSubstitutionsMakeTooDeep() {
        StringBuilder text = new StringBuilder("a0 = 1\n");
        for (int i = 1; i < 300; i++) {
            text.append("a").append(i).append(" = { b = ${a").append(i - 1).append("} }\n");
        }
        assertThat(scenarios.file("s.conf", text.toString()).complaint("s.conf"))
                .contains("deeper than 200");
    }

    @Test
    void shouldNamePathsBelowTheWorkingDirectoryRelativeToIt() {
        assertThat(ShownPath.of(Path.of("conf", "..", "pom.xml").toAbsolutePath()))
                .isEqualTo("pom.xml");
        assertThat(ShownPath.of(Path.of("").toAbsolutePath().resolveSibling("x.conf")))
                .startsWith("/");
    }
}
