package org.mqemu.runner.cli;

import java.io.IOException;
import org.mqemu.runner.scenario.ScenarioRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code mqemu check}: reads a scenario and its job without running them.
 *
 * @param emulator the emulator
 */
record CheckCommand(Emulator emulator) implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Specs.command("check", "Read and check a scenario and its job, and run nothing.");
        ScenarioLine.addTo(spec);
        return spec;
    }

    @Override
    public int run(ParseResult line, Host host) throws IOException {
        ScenarioRequest request = ScenarioLine.request(line, host);
        Emulator.Loaded scenario = Warnings.load(emulator, request, host);
        MemoryFailure.guard(scenario, () -> {
            scenario.check();
            return true;
        });
        host.data(OneLine.of(request.file().toString()) + ": ok\n");
        return ExitCode.OK;
    }
}
