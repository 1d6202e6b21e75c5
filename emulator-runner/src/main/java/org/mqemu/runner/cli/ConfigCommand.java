package org.mqemu.runner.cli;

import com.typesafe.config.Config;
import java.io.IOException;
import org.mqemu.api.settings.Rendering;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code mqemu config}: shows a scenario with all its defaults.
 *
 * @param emulator the emulator
 */
record ConfigCommand(Emulator emulator) implements Command {

    private static final String PLAIN = "--plain";

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Specs.command(
                "config", "Show every key of a scenario, defaults included, and where its value is from.");
        ScenarioLine.addTo(spec);
        spec.addOption(Specs.flag(PLAIN, "Leave the origins out: HOCON that is a scenario by itself."));
        return spec;
    }

    @Override
    public int run(ParseResult line, Host host) throws IOException {
        Config resolved =
                Warnings.load(emulator, ScenarioLine.request(line, host), host).resolved();
        host.data(line.hasMatchedOption(PLAIN) ? Rendering.plain(resolved) : Rendering.withOrigins(resolved));
        return ExitCode.OK;
    }
}
