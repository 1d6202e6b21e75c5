package org.mqemu.api.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used. Its message has one line for each problem and is meant for the user as it is. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * Reports several problems at once.
     *
     * @param problems what is wrong, in the order to be shown; at least one
     * @throws IllegalArgumentException if there is no problem
     */
    public SettingsException(List<Problem> problems) {
        super(problems.stream().map(Problem::text).collect(Collectors.joining("\n")));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("no problem to report");
        }
        this.problems = List.copyOf(problems);
    }

    /**
     * Reports one problem.
     *
     * @param problem what is wrong
     */
    public SettingsException(Problem problem) {
        this(List.of(problem));
    }

    /**
     * What is wrong.
     *
     * @return at least one problem, in the order to be shown
     */
    public List<Problem> problems() {
        return problems;
    }
}
