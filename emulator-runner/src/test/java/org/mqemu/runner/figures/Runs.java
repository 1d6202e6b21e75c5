package org.mqemu.runner.figures;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.ScenarioRun;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/** Runs shipped scenarios in tests. */
final class Runs {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();

    private Runs() {}

    static Scenario scenario(String name, String... sets) {
        return Scenario.load(new ScenarioRequest(
                HOME.resolve("conf/scenarios").resolve(name + ".conf"), Optional.empty(), List.of(sets), HOME));
    }

    static RunReport virtual(long seed, String name, String... sets) {
        return run(new RunOptions(ClockSettings.VIRTUAL, seed, false), name, sets);
    }

    static RunReport run(RunOptions options, String name, String... sets) {
        return new ScenarioRun(scenario(name, sets), options, "test").run();
    }

    static double kiops(RunReport report) {
        return report.groups().stream()
                        .flatMap(group -> group.jobs().stream())
                        .mapToDouble(job -> job.stats()
                                        .direction(IoDirection.READ)
                                        .iops()
                                + job.stats().direction(IoDirection.WRITE).iops())
                        .sum()
                / 1000;
    }

    /** The share of all CPUs' time, in percent. */
    static double percent(RunReport report, CpuMode mode) {
        var all = report.emulation().cpus().all().ns();
        return 100.0
                * all.get(mode)
                / all.values().stream().mapToLong(Long::longValue).sum();
    }
}
