package org.mqemu.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The program's surroundings.
 *
 * @param out standard output, for data only
 * @param err standard error, for all else
 * @param terminal whether standard error is a terminal, so that a line of progress can be shown
 * @param home the directory that holds {@code conf}
 * @param debug whether an internal error shows its stack trace
 * @param interruption how a signal reaches a run
 */
public record Host(
        PrintStream out, PrintStream err, boolean terminal, Path home, boolean debug, Interruption interruption) {

    /** Says one line on standard error. */
    void say(String line) {
        err.print("mqemu: " + OneLine.of(line) + "\n");
        err.flush();
    }

    /** Says one line of fio's on standard error. */
    void sayAsFio(String line) {
        err.print(OneLine.of(line) + "\n");
        err.flush();
    }

    /**
     * Writes data to standard output.
     *
     * @throws IOException if nobody takes it
     */
    void data(String text) throws IOException {
        out.print(text);
        if (out.checkError()) {
            throw new IOException("standard output: cannot be written");
        }
    }

    /** The same surroundings, with stack traces. */
    Host debugging() {
        return new Host(out, err, terminal, home, true, interruption);
    }
}
