package org.mqemu.runner.scenario;

import org.mqemu.api.settings.Settings;
import org.mqemu.api.stats.SteadyState;
import org.mqemu.blkmq.fio.StopRule;

/** When a measurement may end. */
final class RunSettings {
    private RunSettings() {}

    static StopRule read(Settings run) {
        long binNs = run.longAt("bin-ns", 1_000, 1_000_000_000);
        Settings warmUp = run.section("warm-up");
        return new StopRule(rule(warmUp, binNs), halfWidth(warmUp), rule(run, binNs), halfWidth(run));
    }

    private static SteadyState.Rule rule(Settings section, long binNs) {
        return new SteadyState.Rule(
                binNs, section.intAt("min-bins", 10, 4096), section.longAt("min-completions", 0, 1_000_000_000));
    }

    private static double halfWidth(Settings section) {
        return section.doubleAt("half-width", 0.0001, 1);
    }
}
