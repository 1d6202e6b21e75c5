package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.fio.FioContext;
import org.mqemu.runner.fio.FioJobFile;
import org.mqemu.runner.fio.FioOverrides;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.scenario.ScenarioRequest;

class RunTest {
    @TempDir
    Path directory;

    private Bench bench;

    @BeforeEach
    void setUp() {
        bench = new Bench(directory);
    }

    @Test
    void shouldRunUnderTheRealTimeClockByDefault() {
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).startsWith("reader: (g=0): rw=randread").endsWith("\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(bench.emulator.runs)
                .containsExactly(new RunOptions(new ClockSettings(ClockKind.REAL_TIME, ClockSettings.AUTO), 1, false));
        assertThat(bench.emulator.requests)
                .containsExactly(new ScenarioRequest(
                        directory.resolve("s.conf"), Optional.empty(), List.of(), directory.resolve("home")));
    }

    @Test
    void shouldPassOnWhatItWasGiven() {
        Path job = bench.file("j.fio");
        Bench.Outcome outcome = bench.run(
                "--job",
                job.toString(),
                "--clock",
                "paced",
                "--tdf",
                "2.5",
                "--seed",
                "-7",
                "--full-runtime",
                "--set",
                "a.b=1",
                "--set=c=\"x, y\"",
                "--set",
                "fio.rw=read");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).isEqualTo("mqemu: seed -7\n");
        assertThat(bench.emulator.runs)
                .containsExactly(new RunOptions(new ClockSettings(ClockKind.PACED, 2.5), -7, true));
        assertThat(bench.emulator.requests.get(0).job()).contains(job);
        assertThat(bench.emulator.requests.get(0).sets()).containsExactly("a.b=1", "c=\"x, y\"", "fio.rw=read");
    }

    @Test
    void shouldSayWarningsOnStandardErrorOnly() {
        bench.emulator.warnings = List.of("j.fio:3: warning: ignored\r\nx", "sda is unused");
        Bench.Outcome outcome = bench.run("--output-format", "json");
        assertThat(outcome.err()).isEqualTo("mqemu: j.fio:3: warning: ignored\\r\\nx\nmqemu: warning: sda is unused\n");
        assertThat(json(outcome.out()).path("jobs").size()).isEqualTo(1);
    }

    @Test
    void shouldWriteOneDocumentOfJson() {
        assertThat(json(bench.run("--output-format", "json").out()).has("mqemu"))
                .isTrue();
        assertThat(json(bench.run("--output-format", "json+").out()).toString()).contains("\"bins\"");
    }

    @Test
    void shouldReportEachProblemOfTheConfiguration() {
        bench.emulator.onLoad = () -> {
            throw new SettingsException(List.of(
                    new Problem("s.conf:3", "hba.depth", "expected a number", "write 32"),
                    new Problem("--set", "", "\"x\" has no '='", "write PATH=VALUE")));
        };
        Bench.Outcome outcome = bench.run("--set", "x");
        assertThat(outcome.err())
                .isEqualTo("mqemu: s.conf:3: hba.depth: expected a number; write 32\n"
                        + "mqemu: --set: \"x\" has no '='; write PATH=VALUE\n");
        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(bench.emulator.runs).isEmpty();
    }

    @Test
    void shouldReportEachProblemOfTheJob() {
        String text = "[j]\nrw=redd\n" + "nonsense%d=1\n".repeat(30);
        bench.emulator.onLoad = () -> FioJobFile.parse(text, "j.fio", FioContext.of(1), FioOverrides.none());
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.err().lines()).hasSizeGreaterThan(1).allMatch(line -> line.startsWith("mqemu: "));
        assertThat(outcome.err()).contains("mqemu: j.fio:2: ").contains("\nmqemu: ... and ");
        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void shouldNameTheComponentThatFailed() {
        bench.emulator.onRun = () -> {
            throw failure();
        };
        assertThat(bench.run().complaint(ExitCode.FAILED)).isEqualTo("mqemu: hctx3 failed at 1234 ns: no tag");
    }

    @Test
    void shouldShowWhereFromOnlyWhenDebugging() {
        bench.emulator.onRun = () -> {
            throw new IllegalStateException("two\nlines");
        };
        String line = "mqemu: internal error: java.lang.IllegalStateException: two\\nlines";
        assertThat(bench.run().complaint(ExitCode.FAILED)).isEqualTo(line);
        assertThat(bench.run("--debug").err()).startsWith(line + "\n").contains("\tat org.mqemu.");
        bench.debug = true;
        assertThat(bench.run().err()).contains("\tat org.mqemu.");
    }

    @Test
    void shouldSurviveAnErrorOfTheJvm() {
        bench.emulator.onRun = () -> {
            throw new StackOverflowError();
        };
        assertThat(bench.run().complaint(ExitCode.FAILED))
                .isEqualTo("mqemu: internal error: java.lang.StackOverflowError");
    }

    @Test
    void shouldSayWhatIsToBeExpected() {
        bench.emulator.expectations = List.of("it takes long");
        assertThat(bench.run().err()).startsWith("mqemu: it takes long\n");
    }

    @Test
    void shouldSayWhatNeedsMoreMemory() {
        for (Throwable problem : List.of(
                new OutOfMemoryError("Java heap space"),
                new IllegalStateException("cpu1 failed", new OutOfMemoryError("Java heap space")))) {
            bench.emulator.onRun = () -> {
                if (problem instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) problem;
            };
            assertThat(bench.run().complaint(ExitCode.MEMORY))
                    .startsWith("mqemu: out of memory: Java's heap of ")
                    .contains(" MiB is too small for 2 CPUs; give it more, such as MQEMU_JAVA_OPTS=-Xmx");
        }
        bench.emulator.onLoad = () -> {
            throw new OutOfMemoryError("Java heap space");
        };
        assertThat(bench.run().complaint(ExitCode.MEMORY)).contains(" MiB is too small; give it more");
    }

    @Test
    void shouldLeaveOutMostErrorLinesOfAJob() {
        bench.emulator.onRun = () -> CliReports.withManyErrors(false);
        assertThat(bench.run().err().lines())
                .hasSize(11)
                .startsWith("fio: io_u error 0", "fio: io_u error 1")
                .endsWith("fio: job reader: 990 more I/O errors follow, 1000 in all");
        bench.emulator.onRun = () -> CliReports.withManyErrors(true);
        assertThat(bench.run().err().lines())
                .hasSize(13)
                .endsWith(
                        "fio: job reader: 990 more I/O errors follow, 1000 in all",
                        "fio: pid=1, err=5",
                        "mqemu: job reader: ended in error 5 (Input/output error)");
    }

    @Test
    void shouldFailWhenTheBooksDoNotBalance() {
        bench.emulator.onRun = CliReports::unbalanced;
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
        assertThat(outcome.out()).contains("reader");
        assertThat(outcome.err())
                .isEqualTo("mqemu: drive sda: the books do not balance: 10 submitted, 7 completed, 1 failed,"
                        + " 1 in flight\n");
    }

    @Test
    void shouldFailWhenAJobEndedInError() {
        bench.emulator.onRun = CliReports::withJobError;
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
        assertThat(outcome.out()).contains("reader");
        assertThat(outcome.err()).isEqualTo("mqemu: job reader: ended in error 5 (Input/output error)\n");
    }

    @Test
    void shouldWriteTheReportOfAnUntrustedRun() {
        bench.emulator.onRun = CliReports::untrusted;
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.code()).isEqualTo(ExitCode.UNTRUSTED);
        assertThat(outcome.out()).contains("reader");
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("p99 1234 ns late (at most 1000), 10.00 % inverted (at most 4)");
    }

    @Test
    void shouldWriteThePartialReportOfAnInterruptedRun() throws InterruptedException {
        Thread signal = new Thread(bench.interruption::request);
        bench.emulator.onRun = () -> {
            signal.start();
            while (!bench.emulator.interrupted) {
                Thread.onSpinWait();
            }
            return CliReports.partial();
        };
        Bench.Outcome outcome = bench.run("--output-format=json");
        signal.join();
        assertThat(outcome.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(json(outcome.out()).path("mqemu").toString()).contains("\"partial\":true");
        assertThat(outcome.err()).endsWith("mqemu: interrupted: the report is partial\n");
    }

    @Test
    void shouldNotKeepASignalWaitingWhenNothingRuns() {
        bench.interruption.request();
        assertThat(bench.emulator.interrupted).isFalse();
    }

    @Test
    void shouldReleaseTheSignalWhenTheRunFails() {
        bench.emulator.onRun = () -> {
            throw failure();
        };
        bench.run();
        bench.interruption.request();
        assertThat(bench.emulator.interrupted).isFalse();
    }

    @Test
    void shouldFailWhenNobodyReadsItsOutput() {
        assertThat(bench.cliWithoutReader("run", bench.path("s.conf")).complaint(ExitCode.FAILED))
                .isEqualTo("mqemu: standard output: cannot be written");
    }

    @Test
    void shouldShowProgressOnATerminalOnlyAndWipeIt() {
        bench.terminal = true;
        bench.emulator.onRun = () -> {
            try {
                bench.emulator.asked.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return CliReports.good();
        };
        Bench.Outcome outcome = bench.run();
        assertThat(outcome.out()).doesNotContain("\r");
        assertThat(outcome.err()).matches("(?s)\r\\[real-time] emulated 0.012 s .*\r +\r");
    }

    @Test
    void shouldShowNoProgressWithoutATerminal() {
        assertThat(bench.run().err()).isEmpty();
        assertThat(bench.emulator.asked.getCount()).isEqualTo(2);
    }

    /** A failure as the engine makes it; only the engine can. */
    private static EmulationFailure failure() {
        try {
            var constructor = EmulationFailure.class.getDeclaredConstructor(
                    String.class, long.class, String.class, Throwable.class);
            constructor.setAccessible(true);
            return constructor.newInstance("hctx3", 1234L, "no tag", null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("EmulationFailure", e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
