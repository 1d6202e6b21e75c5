package org.mqemu.runner.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which scenario a user asks for.
 *
 * @param file the scenario's file
 * @param job a fio job file that takes the place of the scenario's own
 * @param sets overrides, each {@code PATH=VALUE}; {@code fio.OPTION=VALUE} overrides the job file, [global] and jobs alike
 * @param home the directory that holds {@code conf}
 */
public record ScenarioRequest(Path file, Optional<Path> job, List<String> sets, Path home) {

    /** Keeps its own copy of the overrides. */
    public ScenarioRequest {
        sets = List.copyOf(sets);
    }
}
