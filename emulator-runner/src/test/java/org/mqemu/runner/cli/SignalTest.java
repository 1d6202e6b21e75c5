package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signals to a process of its own. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class SignalTest {
    private static final long SIGINT_BIT = 1 << 1;

    @TempDir
    Path directory;

    private Process process;

    @AfterEach
    void tearDown() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldWriteThePartialReportAndExitWith130OnSigint() throws Exception {
        start("SIGINT");
        await("running");
        kill("INT");
        assertThat(output()).contains("\"partial\" : true").endsWith("}\n");
        assertThat(process.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void shouldEndAtOnceOnTheSecondSigint() throws Exception {
        start("SIGINT", "stubborn");
        await("running");
        kill("INT");
        await("asked to end");
        kill("INT");
        assertThat(output()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void shouldExitWith143OnSigterm() throws Exception {
        start("SIGTERM");
        await("running");
        kill("TERM");
        assertThat(output()).contains("\"partial\" : true");
        assertThat(process.waitFor()).isEqualTo(143);
    }

    private void start(String signal, String... options) throws IOException {
        if (signal.equals("SIGINT")) {
            assumeThat(ignoresSigint())
                    .as("a job in the background ignores SIGINT")
                    .isFalse();
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SignalMain.class.getName(),
                Files.createFile(directory.resolve("s.conf")).toString()));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command).start();
    }

    /** A process ignores what its parent does. */
    private static boolean ignoresSigint() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
    }

    private void await(String line) throws IOException {
        BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
        List<String> said = new ArrayList<>();
        while (!said.contains(line)) {
            String next = err.readLine();
            assertThat(next).as("after %s", said).isNotNull();
            said.add(next);
        }
    }

    private void kill(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private String output() throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
