package org.mqemu.runner.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mqemu.api.clock.WallClock;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.ScenarioRun;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.ScenarioRequest;

/**
 * Prints how fast scenarios run under the virtual clock: emulated I/Os and deliveries per wall second, deliveries and
 * bytes allocated an I/O, and what came out.
 *
 * <p>Arguments: the home directory, the repetitions in one JVM, then scenarios, each followed by its overrides joined by
 * commas; one that sets fio.runtime is run for all of it. See CONTRIBUTING.md.
 */
public final class ScenarioBenchmark {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ScenarioBenchmark() {}

    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        int repetitions = Integer.parseInt(args[1]);
        for (int i = 2; i < args.length; i++) {
            List<String> parts = new ArrayList<>(List.of(args[i].split(",", -1)));
            String name = parts.remove(0);
            Scenario scenario = Scenario.load(new ScenarioRequest(
                    home.resolve("conf/scenarios/" + name + ".conf"), Optional.empty(), parts, home));
            for (int r = 1; r <= repetitions; r++) {
                once(args[i], scenario, r);
            }
        }
    }

    private static void once(String label, Scenario scenario, long seed) {
        ScenarioRun run = new ScenarioRun(
                scenario, new RunOptions(ClockSettings.VIRTUAL, seed, label.contains("fio.runtime")), "bench");
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long start = WallClock.nowNs();
        RunReport report = run.run();
        double wall = (WallClock.nowNs() - start) / 1e9;
        double allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        double iops = report.groups().stream()
                .flatMap(g -> g.jobs().stream())
                .mapToDouble(j -> j.stats().direction(IoDirection.READ).iops()
                        + j.stats().direction(IoDirection.WRITE).iops())
                .sum();
        long ios = run.progress().completions();
        StringBuilder split = new StringBuilder();
        var all = report.emulation().cpus().all();
        double total = Math.max(
                1, all.ns().values().stream().mapToLong(Long::longValue).sum());
        for (CpuMode mode : CpuMode.values()) {
            split.append(String.format(
                    Locale.ROOT, "%s %.1f ", mode.shortName(), 100 * all.ns().get(mode) / total));
        }
        System.out.printf(
                Locale.ROOT,
                "%s seed %d: %.1f K IOPS, %.1f ms emulated, %.2f s wall, %.0f K I/O per wall s, %.1f M deliveries per wall s,"
                        + " %.1f deliveries and %.0f B an I/O, %s%n",
                label,
                seed,
                iops / 1e3,
                report.emulation().clock().emulatedNs() / 1e6,
                wall,
                ios / wall / 1e3,
                run.deliveries() / wall / 1e6,
                run.deliveries() / (double) ios,
                allocated / ios,
                split);
        report.emulation().notes().forEach(n -> System.out.println("   " + n));
    }
}
