package org.mqemu.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.settings.Problem;

class IncludeTest {

    @TempDir
    private Path directory = Path.of("");

    private Scenarios scenarios = new Scenarios(directory);

    @BeforeEach
    void useDirectory() {
        scenarios = new Scenarios(directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"x.conf\"", "\"x\"", "file(\"x.conf\")", "required(\"x.conf\")", "required(file(\"x.conf\"))"})
    void shouldIncludeFromBesideTheFileOrFromHome(String what) {
        scenarios
                .file("sub/x.conf", "a = beside")
                .file("home/conf/x.conf", "a = shared")
                .file("sub/s.conf", "include " + what)
                .file("s.conf", "include " + what);

        assertThat(scenarios.load("sub/s.conf").resolved().getString("a")).isEqualTo("beside");
        assertThat(scenarios.load("s.conf").resolved().getString("a")).isEqualTo("shared");
    }

    @Test
    void shouldSeekANestedIncludeBesideTheFileThatIncludesIt() {
        scenarios
                .file("home/conf/kernels/a.conf", "include \"b.conf\"")
                .file("home/conf/kernels/b.conf", "b = ${c}")
                .file("s.conf", "k { include \"kernels/a.conf\", c = 4 }", "c = 3");

        assertThat(scenarios.load("s.conf").resolved().getInt("k.b")).isEqualTo(4);
    }

    @Test
    void shouldReportEveryMissingIncludeByLine() {
        scenarios.file(
                "s.conf",
                "# include \"zero\"",
                "include \"one\"",
                "a = \"include\"",
                "b {",
                "  include \"two\"",
                "}",
                "c = \"\"\"",
                "include \"three\" \"\"\"",
                "include file(\"four.conf\")");

        assertThat(scenarios.problems("s.conf"))
                .extracting(Problem::text)
                .map(text -> text.replace(directory + "/", "").replaceAll(";.*", ""))
                .containsExactly(
                        "s.conf:2: the included file \"one\" is not there",
                        "s.conf:5: the included file \"two\" is not there",
                        "s.conf:9: the included file \"four.conf\" is not there");
    }

    @Test
    void shouldSayWhereItLooked() {
        assertThat(scenarios.file("s.conf", "include \"kernals/x.conf\"").complaint("s.conf"))
                .isEqualTo("s.conf:1: the included file \"kernals/x.conf\" is not there; looked in . and home/conf");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "url(\"http://example.org/x\")",
                "url(\"file:/x.conf\")",
                "classpath(\"x.conf\")",
                "\"http://example.org/x.conf\"",
                "required(classpath(\"x.conf\"))"
            })
    void shouldIncludeNothingButFiles(String what) {
        assertThat(scenarios.file("s.conf", "", "include " + what).complaint("s.conf"))
                .startsWith("s.conf:2: cannot include from ")
                .endsWith("; include a file");
    }

    @Test
    void shouldReportACircle() {
        scenarios.file("a.conf", "include \"b.conf\"").file("b.conf", "x = 1", "include \"a.conf\"");

        assertThat(scenarios.complaint("a.conf"))
                .isEqualTo("b.conf:2: includes in a circle: a.conf -> b.conf -> a.conf");
    }

    @Test
    void shouldIncludeThirtyTwoLevelsDeepButNotDeeper() {
        for (int i = 0; i < 33; i++) {
            scenarios.file(i + ".conf", "include \"" + (i + 1) + ".conf\"");
        }
        scenarios.file("33.conf", "a = 1");

        assertThat(scenarios.load("1.conf").resolved().getInt("a")).isEqualTo(1);
        assertThat(scenarios.complaint("0.conf")).isEqualTo("32.conf:1: includes are nested deeper than 32 levels");
    }

    @Test
    void shouldReportProblemsInsideIncludedFilesTogether() {
        scenarios
                .file("s.conf", "include \"x\"", "include \"y\"", "include \"z\"", "include \"p.properties\"")
                .file("x.conf", "a = [")
                .file("y.conf", "", "b = }")
                .file("z.conf/in", "")
                .file("p.properties", "");

        assertThat(scenarios.problems("s.conf"))
                .extracting(Problem::origin)
                .map(origin -> origin.replace(directory + "/", ""))
                .containsExactly("x.conf:1", "y.conf:2", "s.conf:3", "s.conf:4");
    }

    @Test
    void shouldIncludeTheSameFileTwice() {
        scenarios.file("x.conf", "a = 1").file("s.conf", "p { include \"x\" }", "q { include \"x\" }");

        assertThat(scenarios.load("s.conf").resolved().getInt("p.a")).isEqualTo(1);
        assertThat(scenarios.load("s.conf").resolved().getInt("q.a")).isEqualTo(1);
    }
}
