package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line with a made-up emulator behind it and a directory of files before it. */
final class Bench {
    final FakeEmulator emulator = new FakeEmulator();
    final Interruption interruption = new Interruption();
    final Path directory;
    boolean terminal;
    boolean debug;

    Bench(Path directory) {
        this.directory = directory;
        file("s.conf");
    }

    /** What a command line did; stderr has the directory cut out. */
    record Outcome(int code, String out, String err) {
        /** Asserts that it failed, said nothing on stdout, and one line on stderr. */
        String complaint(int expectedCode) {
            assertThat(err.lines()).as(err).hasSize(1);
            assertThat(out).isEmpty();
            assertThat(code).isEqualTo(expectedCode);
            return err.stripTrailing();
        }
    }

    Path file(String name, String... lines) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.write(file, List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String path(String name) {
        return directory.resolve(name).toString();
    }

    Outcome cli(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return cli(out, args, out);
    }

    Outcome cliWithoutReader(String... args) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        return cli(broken, args, new ByteArrayOutputStream());
    }

    /** {@code run s.conf} with options. */
    Outcome run(String... options) {
        return cli(with(List.of("run", path("s.conf")), options));
    }

    private static String[] with(List<String> first, String... rest) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(rest));
        return all.toArray(String[]::new);
    }

    private Outcome cli(OutputStream sink, String[] args, ByteArrayOutputStream shown) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Host host = new Host(
                new PrintStream(sink, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                terminal,
                directory.resolve("home"),
                debug,
                interruption);
        int code = Cli.run(args, host, emulator);
        return new Outcome(
                code,
                shown.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8).replace(directory + "/", ""));
    }
}
