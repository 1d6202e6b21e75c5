package org.mqemu.runner.cli;

import java.io.IOException;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.runner.fio.FioError;
import org.mqemu.runner.fio.FioProblem;

/** Tells a user what went wrong, on as few lines as there are things wrong. */
final class Complaint {

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
}
