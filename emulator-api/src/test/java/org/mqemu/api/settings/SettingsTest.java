package org.mqemu.api.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private enum Shape {
        NONE,
        MQ_DEADLINE,
        BFQ
    }

    @Test
    void shouldReadEachType() {
        Settings settings = settings("""
                tags = 32
                service-ns = 1021
                big = 1e6
                timeout = 1.5 us
                depth = 64KiB
                ratio = 0.25
                merge = true
                name = sda
                model = 7
                scheduler = mq-deadline
                cpus = [0, 1]
                paths = [a, b]
                """);

        assertThat(settings.intAt("tags", 1, 100)).isEqualTo(32);
        assertThat(settings.longAt("service-ns", 0, Long.MAX_VALUE)).isEqualTo(1021);
        assertThat(settings.longAt("big", 0, Long.MAX_VALUE)).isEqualTo(1_000_000);
        assertThat(settings.durationNs("timeout", 0, 10_000)).isEqualTo(1_500);
        assertThat(settings.bytes("depth", 0, 1 << 20)).isEqualTo(65_536);
        assertThat(settings.doubleAt("ratio", 0, 1)).isEqualTo(0.25);
        assertThat(settings.flag("merge")).isTrue();
        assertThat(settings.text("name")).isEqualTo("sda");
        assertThat(settings.text("model")).isEqualTo("7");
        assertThat(settings.oneOf("scheduler", Shape.class)).isEqualTo(Shape.MQ_DEADLINE);
        assertThat(settings.ints("cpus", 0, 7)).containsExactly(0, 1);
        assertThat(settings.texts("paths")).containsExactly("a", "b");
        settings.checkAllRead();
    }

    @Test
    void shouldReadStructures() {
        Settings settings = settings("""
                devices = [{ kind = hdd }, { kind = ssd }]
                hosts { b { id = 2 }, a { id = 1 } }
                kernel { ns { queue = 700, end = 300 } }
                """);

        assertThat(settings.list("devices"))
                .extracting(device -> device.text("kind"))
                .containsExactly("hdd", "ssd");
        Map<String, Settings> hosts = settings.children("hosts");
        assertThat(hosts.keySet()).containsExactly("a", "b");
        assertThat(hosts.values()).extracting(host -> host.intAt("id", 0, 9)).containsExactly(1, 2);
        assertThat(settings.section("kernel").prices("ns", 0, 1_000))
                .containsExactly(Map.entry("end", 300L), Map.entry("queue", 700L));
        settings.checkAllRead();
    }

    @Test
    void shouldLeaveOutPricesThatAreTakenBack() {
        Settings settings = settings("ns { a = 1, b = 2 }, old { c = 3 }\nns.b = null, old = null");

        assertThat(settings.prices("ns", 0, 9)).containsExactly(Map.entry("a", 1L));
        assertThat(settings.prices("old", 0, 9)).isEmpty();
        settings.checkAllRead();
    }

    @Test
    void shouldNameFileLineKeyAndNearestSpellingOfAnUnreadKey() {
        Settings settings = settings("kernel {\n  tags = 3\n  servce-ns = 5\n}");
        Settings kernel = settings.section("kernel");
        kernel.intAt("tags", 0, 9);
        kernel.has("service-ns");

        assertThat(problems(settings::checkAllRead))
                .containsExactly(new Problem(
                        "a.conf:3", "kernel.servce-ns", "nothing reads this key", "did you mean service-ns?"));
    }

    @Test
    void shouldReportAnUnreadKeyInsideAList() {
        Settings settings = settings("disks = [{ a = 1 }, { a = 1, \"b.c\" = 2 }]");
        settings.list("disks").forEach(disk -> disk.intAt("a", 0, 9));

        assertThat(problems(settings::checkAllRead)).extracting(Problem::key).containsExactly("disks[1].\"b.c\"");
    }

    @Test
    void shouldReportAKeyThatWasOnlyAskedFor() {
        Settings settings = settings("a = 1");
        assertThat(settings.has("a")).isTrue();
        assertThat(settings.has("b")).isFalse();

        assertThat(problems(settings::checkAllRead))
                .extracting(Problem::hint)
                .containsExactly("nothing in this configuration uses it");
    }

    @Test
    void shouldReportASectionNobodyOpenedOnce() {
        assertThat(problems(settings("a { b = 1, c { d = 2 } }")::checkAllRead))
                .extracting(Problem::key)
                .containsExactly("a");
    }

    @Test
    void shouldAllowDefaultsToStayUnread() {
        Config config = parse("a { b = 1, c = 2 }");

        assertThat(problems(Settings.of(config, "a.c"::equals)::checkAllRead))
                .extracting(Problem::key)
                .containsExactly("a.c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v = abc       | expected a whole number, found the text \"abc\"",
                "v = 1.5       | expected a whole number, found the number 1.5",
                "v = [1]       | expected a whole number, found a list",
                "v = {}        | expected a whole number, found an object",
                "v = true      | expected a whole number, found true",
                "v = \"7\"     | expected a whole number, found the text \"7\"; write it without quotes",
                "v = 101       | 101 is out of range; write a number from 1 to 100",
                "v = 0         | 0 is out of range; write a number from 1 to 100",
                "v = 1e999     | 1e999 is out of range; write a number from 1 to 100",
                "v = 1e-999    | expected a whole number, found the number 1e-999",
                "v = 1e2147483647  | 1e2147483647 is out of range; write a number from 1 to 100",
                "v = 1e-2147483647 | expected a whole number, found the number 1e-2147483647",
                "v = 99999999999999999999 | 99999999999999999999 is out of range; write a number from 1 to 100",
                "v = null      | is null",
                "w = 1         | is not set; w is set instead, is it meant?",
            })
    void shouldRefuseAWrongNumber(String text, String complaint) {
        assertThatThrownBy(() -> settings(text).intAt("v", 1, 100))
                .isInstanceOf(SettingsException.class)
                .hasMessage("a.conf:1: v: " + complaint);
    }

    @Test
    void shouldSayHowToWriteADurationWhoseKeyNamesTheUnit() {
        assertThatThrownBy(() -> settings("service-ns = 2us").longAt("service-ns", 0, 9))
                .hasMessageEndingWith("the key names the unit: write 2000");
    }

    @Test
    void shouldRefuseADurationWithoutUnitOrFinerThanANanosecond() {
        assertThatThrownBy(() -> settings("t = 10").durationNs("t", 0, 99)).hasMessageContaining("has no unit");
        assertThatThrownBy(() -> settings("t = 0.5ns").durationNs("t", 0, 99)).hasMessageContaining("whole nano");
        assertThatThrownBy(() -> settings("t = 999999999 days").durationNs("t", 0, Long.MAX_VALUE))
                .hasMessageContaining("out of range");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("t-ns = 1").durationNs("t-ns", 0, 9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "NaN", "\"1\"", "[1]", "1.01", "-0.01"})
    void shouldRefuseAWrongFraction(String value) {
        assertThatThrownBy(() -> settings("v = " + value).doubleAt("v", 0, 1)).isInstanceOf(SettingsException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "on", "1", "\"true\"", "[]"})
    void shouldRefuseAnythingButTrueAndFalse(String value) {
        assertThatThrownBy(() -> settings("v = " + value).flag("v")).isInstanceOf(SettingsException.class);
    }

    @Test
    void shouldListTheWordsAndTheNearest() {
        assertThatThrownBy(() -> settings("s = mq-deadlnie").oneOf("s", Shape.class))
                .hasMessage(
                        "a.conf:1: s: "
                                + "expected one of none, mq-deadline, bfq, found the text \"mq-deadlnie\"; did you mean mq-deadline?");
    }

    @Test
    void shouldReportEveryBadElementAtOnce() {
        assertThat(problems(() -> settings("v = [1, x, 3,\n 400]").ints("v", 0, 9)))
                .extracting(Problem::key)
                .containsExactly("v[1]", "v[3]");
        assertThat(problems(() -> settings("v { a = 1, b = x, c = y }").prices("v", 0, 9)))
                .extracting(Problem::key)
                .containsExactly("v.b", "v.c");
    }

    @Test
    void shouldRefuseTheWrongStructure() {
        List<Function<Settings, Object>> reads = List.of(
                s -> s.section("v"),
                s -> s.list("v"),
                s -> s.children("v"),
                s -> s.prices("v", 0, 1),
                s -> s.ints("v", 0, 1),
                s -> s.texts("v"));
        for (Function<Settings, Object> read : reads) {
            assertThatThrownBy(() -> read.apply(settings("v = 1"))).hasMessageContaining("found the number 1");
        }
    }

    @Test
    void shouldDescribeAProblemOfTheCaller() {
        assertThat(settings("\na { b = 1 }").section("a").problem("b", "is odd", ""))
                .hasMessage("a.conf:2: a.b: is odd");
    }

    @Test
    void shouldGatherProblems() {
        Settings settings = settings("a = x, b = y, c = 1");
        Problems problems = new Problems();

        assertThat(problems.attempt(() -> settings.intAt("a", 0, 1))).isEmpty();
        assertThat(problems.attempt(() -> settings.intAt("c", 0, 1))).contains(1);
        problems.check(() -> settings.flag("b"));

        assertThat(problems(problems::throwIfAny)).extracting(Problem::key).containsExactly("a", "b");
    }

    private static List<Problem> problems(ThrowingCallable read) {
        return catchThrowableOfType(SettingsException.class, read).problems();
    }

    private static Settings settings(String text) {
        return Settings.of(parse(text));
    }

    private static Config parse(String text) {
        return ConfigFactory.parseString(text, ConfigParseOptions.defaults().setOriginDescription("a.conf"));
    }
}
