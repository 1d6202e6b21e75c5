package org.mqemu.runner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mqemu.api.settings.Problems;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;
import org.mqemu.runner.scenario.ScenarioRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code mqemu run}: emulates a scenario and reports it.
 *
 * @param emulator the emulator
 */
record RunCommand(Emulator emulator) implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Specs.command("run", "Emulate a scenario and report it as fio does.");
        ScenarioLine.addTo(spec);
        RunLine.addTo(spec);
        Outputs.addTo(spec);
        Specs.documentExitCodes(spec);
        return spec;
    }

    @Override
    public int run(ParseResult line, Host host) throws IOException {
        Problems problems = new Problems();
        Optional<RunOptions> options = problems.attempt(() -> RunLine.options(line));
        Optional<Outputs> outputs = problems.attempt(() -> Outputs.of(line));
        Optional<ScenarioRequest> request = problems.attempt(() -> ScenarioLine.request(line, host));
        outputs.ifPresent(places -> problems.check(() -> places.probe(inputs(request))));
        problems.throwIfAny();

        Emulator.Loaded scenario = Warnings.load(emulator, request.orElseThrow(), host);
        if (line.hasMatchedOption(RunLine.SEED)) {
            host.say("seed " + options.orElseThrow().seed());
        }
        scenario.expectations(options.orElseThrow()).forEach(host::say);
        Emulator.Run run = MemoryFailure.guard(scenario, () -> scenario.prepare(options.orElseThrow(), Version.text()));
        host.interruption().begin(run::interrupt);
        try {
            RunReport report = MemoryFailure.guard(scenario, () -> run(run, options.orElseThrow(), host));
            outputs.orElseThrow().write(report, host);
            Verdict verdict = Verdict.of(report);
            verdict.fioLines().forEach(host::sayAsFio);
            verdict.lines().forEach(host::say);
            return verdict.exitCode();
        } finally {
            host.interruption().end();
        }
    }

    private static RunReport run(Emulator.Run run, RunOptions options, Host host) {
        Progress progress = Progress.start(host, RunLine.name(options.clock().kind()), run::progress);
        try {
            return run.run();
        } finally {
            progress.stop();
        }
    }

    private static List<Path> inputs(Optional<ScenarioRequest> request) {
        List<Path> inputs = new ArrayList<>();
        request.ifPresent(found -> {
            inputs.add(found.file());
            found.job().ifPresent(inputs::add);
        });
        return inputs;
    }
}
