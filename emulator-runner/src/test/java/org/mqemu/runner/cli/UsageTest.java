package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @TempDir
    Path directory;

    private Bench bench;

    @BeforeEach
    void setUp() {
        bench = new Bench(directory);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sed=7            | mqemu: run: unknown option '--sed'; did you mean --seed?
            --clok virtual     | mqemu: run: unknown option '--clok'; did you mean --clock?
            --clock virtuel    | mqemu: --clock: expected one of real-time, paced, virtual, not "virtuel"; did you mean virtual?
            --clock VIRTUAL    | mqemu: --clock: expected one of real-time, paced, virtual, not "VIRTUAL"
            --tdf 0            | mqemu: --tdf: expected auto or a number above 0 and up to 1000000, not "0"
            --tdf -1           | mqemu: --tdf: expected auto or a number above 0 and up to 1000000, not "-1"
            --tdf NaN          | mqemu: --tdf: expected auto or a number above 0 and up to 1000000, not "NaN"
            --tdf 1e-400       | mqemu: --tdf: expected auto or a number above 0 and up to 1000000, not "1e-400"
            --tdf 1e7          | mqemu: --tdf: expected auto or a number above 0 and up to 1000000, not "1e7"
            --seed x           | mqemu: --seed: expected a whole number from -9223372036854775808 to 9223372036854775807, not "x"
            --seed 9223372036854775808 | mqemu: --seed: expected a whole number from -9223372036854775808 to 9223372036854775807, not "9223372036854775808"
            --seed 1 --seed 2  | mqemu: run: option '--seed' (N) should be specified only once; see "mqemu run --help"
            --seed             | mqemu: run: missing required parameter for option '--seed' (N); see "mqemu run --help"
            --clock virtual --tdf 2    | mqemu: --tdf: the virtual clock has no time dilation; use --clock paced
            --clock virtual --tdf auto | mqemu: --tdf: the virtual clock has no time dilation; use --clock paced
            --output-format jsn        | mqemu: --output-format: expected one of normal, json, json+, not "jsn"; did you mean json?
            --output-format normal,    | mqemu: --output-format: expected one of normal, json, json+, not ""
            --output-format terse      | mqemu: --output-format: expected one of normal, json, json+, not "terse"
            --output-format normal,json | mqemu: --output-format: standard output takes one format; write to files with --output FILE
            --output-format json,json+  | mqemu: --output-format: json and json+ are the same document, without and with the histograms' bins; choose one
            extra              | mqemu: run: unexpected argument 'extra'
            @args              | mqemu: run: unexpected argument '@args'
            """)
    void shouldRefuseOptions(String options, String message) {
        assertThat(bench.run(options.split(" ", -1)).complaint(ExitCode.USAGE)).isEqualTo(message);
        assertThat(bench.emulator.requests).isEmpty();
    }

    @Test
    void shouldNameTheNearestCommand() {
        assertThat(bench.cli("rnu").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: there is no command 'rnu'; did you mean run?");
        assertThat(bench.cli("xyzzy", "a").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: there is no command 'xyzzy'; known are run, check, config, list, help");
        assertThat(bench.cli("help", "chek").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: help: there is no command 'chek'; did you mean check?");
    }

    @Test
    void shouldWantACommandAndAScenario() {
        assertThat(bench.cli().complaint(ExitCode.USAGE)).isEqualTo("mqemu: no command given; see \"mqemu --help\"");
        assertThat(bench.cli("run").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: run: missing required parameter: 'SCENARIO'; see \"mqemu run --help\"");
    }

    @Test
    void shouldReportAllThatIsWrongAtOnce() {
        Bench.Outcome outcome =
                bench.cli("run", bench.path("none.conf"), "--clock=x", "--tdf=y", "--seed=z", "--output-format=w");
        assertThat(outcome.err().lines().map(line -> line.split(": ", -1)[1]))
                .containsExactly("--clock", "--tdf", "--seed", "--output-format", "none.conf");
        assertThat(outcome.err().lines()).allMatch(line -> line.startsWith("mqemu: "));
        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldKeepAMessageOnItsLineWhateverTheArgumentHolds() {
        assertThat(bench.cli("run", "a\nb\u001b[31m").complaint(ExitCode.USAGE))
                .startsWith("mqemu: a\\nb\\x1b[31m: there is no such file");
        assertThat(bench.cli("run", "--a\nb").complaint(ExitCode.USAGE)).contains("'--a\\nb'");
    }

    @Test
    void shouldSayItsVersionInOneLine() {
        Bench.Outcome outcome = bench.cli("--version");
        assertThat(outcome.out()).matches("mqemu \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", "help run", "run --help", "run -h", "list --help", "help help"})
    void shouldHelpOnStandardOutput(String line) {
        Bench.Outcome outcome = bench.cli(line.split(" ", -1));
        assertThat(outcome.out())
                .startsWith("Usage: mqemu ")
                .doesNotContain("\u001b")
                .doesNotContain("null");
        assertThat(outcome.out().lines()).allMatch(text -> text.length() <= 100);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help"})
    void shouldDocumentItsExitCodes(String line) {
        String help = bench.cli(line.split(" ", -1)).out();
        assertThat(help.substring(help.indexOf("Exit code:")))
                .containsSubsequence("  0 ", "  1 ", "  2 ", "  3 ", "  130 ", "second SIGINT");
    }
}
