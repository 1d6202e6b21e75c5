package org.mqemu.runner.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.run.RunProgress;
import org.mqemu.runner.scenario.ScenarioRequest;

/** An emulator that remembers what it was asked for and does as it was told to. */
final class FakeEmulator implements Emulator, Emulator.Loaded, Emulator.Run {
    final List<ScenarioRequest> requests = new ArrayList<>();
    final List<RunOptions> runs = new ArrayList<>();
    List<String> warnings = List.of();
    List<String> expectations = List.of();
    Runnable onLoad = () -> {};
    Runnable onCheck = () -> {};
    Supplier<RunReport> onRun = CliReports::good;
    /** Counted down each time the progress is asked for: once at the start, once for each line. */
    final CountDownLatch asked = new CountDownLatch(2);

    volatile boolean interrupted;

    @Override
    public Loaded load(ScenarioRequest request) {
        requests.add(request);
        onLoad.run();
        return this;
    }

    @Override
    public Config resolved() {
        return ConfigFactory.parseString("a { b = 7, c = \"x y\" }");
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public List<String> expectations(RunOptions options) {
        return expectations;
    }

    @Override
    public String size() {
        return "2 CPUs";
    }

    @Override
    public void check() {
        onCheck.run();
    }

    @Override
    public Run prepare(RunOptions options, String version) {
        runs.add(options);
        return this;
    }

    @Override
    public RunReport run() {
        return onRun.get();
    }

    @Override
    public void interrupt() {
        interrupted = true;
    }

    @Override
    public RunProgress progress() {
        asked.countDown();
        return new RunProgress(12_000_000, 11_748, 1, 1, 0, 24_000_000);
    }
}
