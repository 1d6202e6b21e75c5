package org.mqemu.api.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Gathers problems, so that the user hears of all of them in one run. Not safe for use by several threads. */
public final class Problems {

    private final List<Problem> found = new ArrayList<>();

    /**
     * Notes a problem.
     *
     * @param problem what is wrong
     */
    public void add(Problem problem) {
        found.add(problem);
    }

    /**
     * Runs a step and notes its problems.
     *
     * @param step reads something and may throw {@link SettingsException}
     * @param <T> what the step yields
     * @return what the step yielded, or nothing if it had problems
     */
    public <T> Optional<T> attempt(Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (SettingsException e) {
            found.addAll(e.problems());
            return Optional.empty();
        }
    }

    /**
     * Runs a step that yields nothing and notes its problems.
     *
     * @param step checks something and may throw {@link SettingsException}
     */
    public void check(Runnable step) {
        try {
            step.run();
        } catch (SettingsException e) {
            found.addAll(e.problems());
        }
    }

    /**
     * Ends the gathering.
     *
     * @throws SettingsException with every problem noted so far, if there is any
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new SettingsException(found);
        }
    }
}
