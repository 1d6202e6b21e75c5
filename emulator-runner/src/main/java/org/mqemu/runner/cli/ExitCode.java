package org.mqemu.runner.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes, and what they say. */
final class ExitCode {

    static final int OK = 0;

    /** The run failed, or this program did. */
    static final int FAILED = 1;

    /** The command line or the configuration cannot be used. */
    static final int USAGE = 2;

    /** The figures are there but are not to be trusted. */
    static final int UNTRUSTED = 3;

    /** Java's heap is too small. */
    static final int MEMORY = 4;

    /** SIGINT ended the run; the shell's 128 + 2. The JVM gives other signals theirs. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** For {@code --help}: each code with its meaning. */
    static Map<String, String> documented() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(String.valueOf(OK), "All went well.");
        codes.put(
                String.valueOf(FAILED),
                "The run failed: a component failed, I/Os ended in error, the books do not balance, or the report"
                        + " could not be written.");
        codes.put(String.valueOf(USAGE), "The command line, a scenario or a job file is wrong. Nothing was run.");
        codes.put(
                String.valueOf(UNTRUSTED),
                "The real-time clock did not keep its lateness bound. The report is written all the same.");
        codes.put(
                String.valueOf(MEMORY),
                "There is not enough memory for the emulated machine: give Java more, MQEMU_JAVA_OPTS=-Xmx4g.");
        codes.put(
                String.valueOf(INTERRUPTED),
                "SIGINT (Ctrl-C) ended the run. The report is written and marked partial; a second SIGINT ends the"
                        + " program at once, without it. SIGTERM does the same with 143.");
        return codes;
    }
}
