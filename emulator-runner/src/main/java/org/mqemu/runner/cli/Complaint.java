package org.mqemu.runner.cli;

import java.io.IOException;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.fio.FioError;
import org.mqemu.runner.fio.FioProblem;

/** Tells a user what went wrong, on as few lines as there are things wrong. */
final class Complaint {

    private static final int DEEPEST = 16;

    private Complaint() {}

    /** Says what an exception means, and returns the exit code that goes with it. */
    static int about(Throwable problem, Host host) {
        if (problem instanceof SettingsException settings) {
            settings.problems().stream().map(Problem::text).forEach(host::say);
            return ExitCode.USAGE;
        }
        if (problem instanceof FioError fio) {
            fio.problems().stream().map(FioProblem::toString).forEach(host::say);
            String.valueOf(fio.getMessage())
                    .lines()
                    .filter(line -> line.startsWith("... and "))
                    .forEach(host::say);
            return ExitCode.USAGE;
        }
        if (problem instanceof MemoryFailure || isMemory(problem)) {
            host.say(problem instanceof MemoryFailure ? String.valueOf(problem.getMessage()) : memory(""));
            return ExitCode.MEMORY;
        }
        if (problem instanceof EmulationFailure || problem instanceof IOException) {
            host.say(String.valueOf(problem.getMessage()));
        } else {
            host.say("internal error: " + problem);
        }
        if (host.debug()) {
            problem.printStackTrace(host.err());
            host.err().flush();
        }
        return ExitCode.FAILED;
    }

    /** Whether Java ran out of memory, in a component perhaps. */
    static boolean isMemory(Throwable problem) {
        Throwable cause = problem;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** What to say when memory is short; what asked for it may be empty. */
    static String memory(String what) {
        long mib = Runtime.getRuntime().maxMemory() >> 20;
        return "out of memory: Java's heap of " + mib + " MiB is too small" + (what.isEmpty() ? "" : " for " + what)
                + "; give it more, such as MQEMU_JAVA_OPTS=-Xmx" + Math.max(2, (2 * mib + 1023) / 1024)
                + "g (without the launcher: java -Xmx...)";
    }
}
