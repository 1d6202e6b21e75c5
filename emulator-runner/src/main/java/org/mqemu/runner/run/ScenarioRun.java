package org.mqemu.runner.run;

import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.scenario.Scenario;

/** One run of a scenario: made, run once, reported. */
public final class ScenarioRun {

    /**
     * Puts the machine together.
     *
     * @param scenario the scenario
     * @param options how to run it
     * @param version the tool's version, for the report
     */
    public ScenarioRun(Scenario scenario, RunOptions options, String version) {
    }

    /**
     * Runs the machine.
     *
     * @return the report
     * @throws org.mqemu.api.engine.EmulationFailure if a component failed or the run stalled
     */
    @SuppressWarnings("DoNotCallSuggester") // an outline
    public RunReport run() {
        throw new IllegalStateException();
    }

    /** Asks the run to end as soon as it can; its report is partial. May be called from any thread. */
    public void interrupt() {
    }

    /** Returns where the run is; may be called from any thread. */
    public RunProgress progress() {
        return new RunProgress(0, 0, 1, 1, 0, Long.MAX_VALUE);
    }
}
