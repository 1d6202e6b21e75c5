package org.mqemu.runner.cli;

import com.typesafe.config.Config;
import java.util.List;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.RunProgress;
import org.mqemu.runner.run.ScenarioRun;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/** The emulator behind the command line. */
final class RealEmulator {

    private RealEmulator() {}

    static Emulator.Loaded load(ScenarioRequest request) {
        return new LoadedScenario(Scenario.load(request));
    }

    private record LoadedScenario(Scenario scenario) implements Emulator.Loaded {
        @Override
        public Config resolved() {
            return scenario.resolved();
        }

        @Override
        public List<String> warnings() {
            return scenario.warnings();
        }

        @Override
        public List<String> expectations(RunOptions options) {
            ClockSettings clock = options.clock();
            return clock.kind() == ClockKind.VIRTUAL ? List.of() : scenario.expectations(clock.tdf());
        }

        @Override
        public String size() {
            return scenario.size();
        }

        @Override
        public void check() {
            new ScenarioRun(scenario, new RunOptions(ClockSettings.VIRTUAL, 1, false), "");
        }

        @Override
        public Emulator.Run prepare(RunOptions options, String version) {
            return new PreparedRun(new ScenarioRun(scenario, options, version));
        }
    }

    private record PreparedRun(ScenarioRun prepared) implements Emulator.Run {
        @Override
        public RunReport run() {
            return prepared.run();
        }

        @Override
        public void interrupt() {
            prepared.interrupt();
        }

        @Override
        public RunProgress progress() {
            return prepared.progress();
        }
    }
}
