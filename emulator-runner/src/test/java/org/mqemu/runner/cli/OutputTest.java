package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTest {
    @TempDir
    Path directory;

    private Bench bench;

    @BeforeEach
    void setUp() {
        bench = new Bench(directory);
    }

    private String refused(String output, String... options) {
        String[] all = Stream.concat(Stream.of("--output", bench.path(output)), Stream.of(options))
                .toArray(String[]::new);
        String complaint = bench.run(all).complaint(ExitCode.USAGE);
        assertThat(bench.emulator.requests).isEmpty();
        return complaint;
    }

    @Test
    void shouldWriteToAFileAndSayNothing() throws IOException {
        Bench.Outcome outcome = bench.run("--output", bench.path("r.txt"));
        assertThat(outcome).isEqualTo(new Bench.Outcome(0, "", ""));
        assertThat(directory.resolve("r.txt")).content().startsWith("reader: (g=0)");
        assertThat(files()).containsExactlyInAnyOrder("s.conf", "r.txt");
    }

    @Test
    void shouldWriteOneDocumentAFile() throws IOException {
        bench.run("--output", bench.path("r.txt"), "--output-format", "json,normal");
        assertThat(directory.resolve("r.txt")).content().startsWith("reader: (g=0)");
        assertThat(directory.resolve("r.json")).content().startsWith("{");
        bench.run("--output", bench.path("plain"), "--output-format", "normal,json+");
        assertThat(files()).contains("plain", "plain.json");
        bench.run("--output", bench.path("one.txt"), "--output-format", "json");
        assertThat(directory.resolve("one.txt")).content().startsWith("{");
    }

    @Test
    void shouldRefuseTwoFormatsInOneFile() {
        assertThat(refused("r.json", "--output-format=normal,json"))
                .isEqualTo("mqemu: --output: both formats would go to r.json; give it another ending than .json");
    }

    @Test
    void shouldFindOutBeforeTheRunThatItCannotWrite() {
        assertThat(refused("none/r.txt")).startsWith("mqemu: --output: none/r.txt: there is no directory ");
        assertThat(refused("s.conf/r.txt")).startsWith("mqemu: --output: s.conf/r.txt: there is no directory ");
        assertThat(refused(".")).isEqualTo("mqemu: --output: .: is a directory");
        assertThat(refused("x".repeat(250))).contains("File name too long");
        assertThat(bench.run("--output=").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: --output: \"\" is no file's name");
        assertThat(bench.run("--output=/").complaint(ExitCode.USAGE))
                .isEqualTo("mqemu: --output: \"/\" is no file's name");
    }

    @Test
    void shouldNotOverwriteWhatItReads() {
        assertThat(refused("s.conf")).isEqualTo("mqemu: --output: s.conf is what the run reads; choose another file");
        bench.file("s.json");
        bench.file("j.fio");
        assertThat(refused("j.fio", "--job", bench.path("j.fio"))).contains("j.fio is what the run reads");
    }

    @Test
    void shouldLeaveAnOldReportAloneUntilTheNewOneIsThere() throws IOException {
        bench.file("r.txt", "old");
        bench.emulator.onRun = () -> {
            assertThat(directory.resolve("r.txt")).hasContent("old");
            throw new IllegalStateException();
        };
        assertThat(bench.run("--output", bench.path("r.txt")).code()).isEqualTo(ExitCode.FAILED);
        assertThat(directory.resolve("r.txt")).hasContent("old");
        assertThat(files()).containsExactlyInAnyOrder("s.conf", "r.txt");
    }

    @Test
    void shouldFailWhenTheFileCannotBeWrittenAfterAll() {
        bench.file("d/keep");
        bench.emulator.onRun = () -> {
            try {
                Files.delete(directory.resolve("d/keep"));
                Files.delete(directory.resolve("d"));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return CliReports.good();
        };
        assertThat(bench.run("--output", bench.path("d/r.txt")).complaint(ExitCode.FAILED))
                .startsWith("mqemu: --output: d/r.txt: ");
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }
}
