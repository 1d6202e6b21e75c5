package org.mqemu.runner;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.mqemu.runner.cli.Cli;
import org.mqemu.runner.cli.Emulator;
import org.mqemu.runner.cli.Host;
import org.mqemu.runner.cli.Interruption;

/** The program's entry. */
public final class Main {

    private Main() {}

    /**
     * Runs the command line and ends the process with its exit code.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        // What a library prints on its own account must not get among the data.
        System.setOut(err);
        System.setErr(err);
        Interruption interruption = new Interruption();
        interruption.onSignal();
        Host host = new Host(
                out,
                err,
                Boolean.getBoolean("mqemu.stderr.tty"),
                Path.of(System.getProperty("mqemu.home", "")).toAbsolutePath(),
                "1".equals(System.getenv("MQEMU_DEBUG")),
                interruption);
        System.exit(Cli.run(args, host, Emulator.real()));
    }

    /** Bytes go straight through: a report is written in one piece, and a line of progress has to be seen at once. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
