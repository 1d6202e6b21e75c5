package org.mqemu.runner.scenario;

import com.typesafe.config.Config;
import java.util.List;

/** A scenario that has been read and checked: the machine, its settings, and the fio jobs. */
public final class Scenario {
    private final Config resolved;
    private final List<String> warnings;

    Scenario(Config resolved, List<String> warnings) {
        this.resolved = resolved;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads and checks a scenario and its fio job file.
     *
     * @param request which one
     * @throws org.mqemu.api.settings.SettingsException if the configuration is wrong
     * @throws org.mqemu.runner.fio.FioError if the job file is wrong
     */
    @SuppressWarnings("DoNotCallSuggester") // an outline
    public static Scenario load(ScenarioRequest request) {
        throw new IllegalStateException();
    }

    /** Returns the whole configuration, every key resolved, each with its origin. */
    public Config resolved() {
        return resolved;
    }

    /** Returns one line for each thing that was accepted but has no effect. */
    public List<String> warnings() {
        return warnings;
    }
}
