package org.mqemu.runner.cli;

import org.mqemu.runner.scenario.ScenarioRequest;

/** Loads a scenario and passes on what was noticed. */
final class Warnings {

    private static final String MARK = "warning: ";

    private Warnings() {}

    /** The scenario; each of its warnings is said on a line. */
    static Emulator.Loaded load(Emulator emulator, ScenarioRequest request, Host host) {
        Emulator.Loaded scenario = emulator.load(request);
        for (String warning : scenario.warnings()) {
            host.say(warning.contains(MARK) ? warning : MARK + warning);
        }
        return scenario;
    }
}
