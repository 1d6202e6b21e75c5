package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverridesTest {

    @TempDir
    private Path directory = Path.of("");

    private Scenarios scenarios = new Scenarios(directory);

    @BeforeEach
    void writeScenario() {
        scenarios = new Scenarios(directory).file("s.conf", "a { b = 1, c = 2 }", "list = [1]");
    }

    @Test
    void shouldTakeValuesAsHocon() {
        Config config = scenarios
                .load("s.conf", "a.b=5", "a.d=[1, 2]", "x={ y = true }", "z=${a.c}", "\"q=r\"=1")
                .resolved();

        assertThat(config.getInt("a.b")).isEqualTo(5);
        assertThat(config.getInt("a.c")).isEqualTo(2);
        assertThat(config.getIntList("a.d")).containsExactly(1, 2);
        assertThat(config.getBoolean("x.y")).isTrue();
        assertThat(config.getInt("z")).isEqualTo(2);
        assertThat(config.getInt("\"q=r\"")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,2", "http://x/y", "a # b", "", "=", "}", "1\nb=2", "[1", "a:b", "4k,8k,", "*"})
    void shouldTakeWhatIsNotOneHoconValueAsText(String value) {
        Config config = scenarios.load("s.conf", "v=" + value).resolved();

        assertThat(config.getString("v")).isEqualTo(value);
        assertThat(config.root().keySet()).containsExactlyInAnyOrder("a", "list", "v");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.b      | --set: \"a.b\" has no '='; write PATH=VALUE",
                "''       | --set: \"\" has no '='; write PATH=VALUE",
                "=1       | --set: Invalid path ",
                "a..b=1   | --set: Invalid path 'a..b': path has a leading, trailing, or two adjacent period",
                "'a.\"b=1' | --set: \"a.\"b=1\" has no '='; write PATH=VALUE",
                "a$b=1    | --set: Invalid path ",
                "mqemu.a=1 | --set: mqemu: is no key of a scenario",
                "fio=1    | --set: fio: is no option of a job; write fio.OPTION=VALUE",
                "fio.a.b=1 | --set: fio.a.b: is no option of a job; write fio.OPTION=VALUE",
                "a={include \"x\"} | --set: cannot include \"x\" from here",
            })
    void shouldRefuseABadOption(String set, String complaint) {
        assertThat(scenarios.complaint("s.conf", set)).startsWith(complaint);
    }

    @Test
    void shouldRefuseOptionsThatContradictEachOther() {
        assertThat(scenarios.complaint("s.conf", "a.b=1", "a.\"b\"=2"))
                .isEqualTo("--set: a.b: is given twice, as \"1\" and as \"2\"");
        assertThat(scenarios.complaint("s.conf", "a.b=1", "a=2"))
                .isEqualTo("--set: a: overlaps with a.b, which is given too");
        assertThat(scenarios.complaint("s.conf", "fio.bs=1", "fio.bs=2")).contains("given twice");
    }

    @Test
    void shouldReportAllBadOptionsAndTheFileTogether() {
        assertThat(scenarios.file("t.conf", "a = [").problems("t.conf", "x", "a..b=1", "ok=1"))
                .hasSize(3);
    }

    @Test
    void shouldSplitOffTheOptionsOfTheJob() {
        ScenarioLoader.Result result = scenarios.load(
                "s.conf",
                "fio.rw=randread",
                "fio.iodepth=32",
                "fio.bs=4k,8k,",
                "fio.bssplit=4k/50:64k/50",
                "fio.name=\"a b\"",
                "a.b=3");

        assertThat(result.fioOverrides())
                .containsExactly(
                        Map.entry("rw", "randread"),
                        Map.entry("iodepth", "32"),
                        Map.entry("bs", "4k,8k,"),
                        Map.entry("bssplit", "4k/50:64k/50"),
                        Map.entry("name", "a b"));
        assertThat(result.resolved().hasPath("fio")).isFalse();
    }

    @Test
    void shouldShowTheOptionAsTheOrigin() {
        assertThat(scenarios
                        .load("s.conf", "a.b=5", "x={y={z=1}}", "t=a,b")
                        .root()
                        .problem("t", "is odd", ""))
                .hasMessage("--set t=a,b: t: is odd");
        assertThat(scenarios.load("s.conf", "a.b=5").root().section("a").problem("z", "is odd", ""))
                .hasMessage(directory + "/s.conf:1: a.z: is odd");
        assertThat(scenarios.load("s.conf", "n.b=5").root().section("n").problem("z", "is odd", ""))
                .hasMessage("--set: n.z: is odd");
    }
}
