package org.mqemu.runner.cli;

import java.io.IOException;
import java.util.Map;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.settings.Spelling;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code mqemu help [COMMAND]}. */
record HelpCommand() implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Specs.command("help", "Show the help of mqemu, or of one of its commands.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .paramLabel("COMMAND")
                .type(String.class)
                .description("The command.")
                .build());
        return spec;
    }

    @Override
    public int run(ParseResult line, Host host) throws IOException {
        CommandLine root = line.commandSpec().root().commandLine();
        if (!line.hasMatchedPositional(0)) {
            return show(root, host);
        }
        String name = line.matchedPositionalValue(0, "");
        Map<String, CommandLine> commands = root.getSubcommands();
        CommandLine command = commands.get(name);
        if (command == null) {
            String hint = Spelling.nearest(name, commands.keySet())
                    .map(near -> "did you mean " + near + "?")
                    .orElse("the commands are " + String.join(", ", commands.keySet()));
            throw new SettingsException(new Problem("help", "", "there is no command '" + name + "'", hint));
        }
        return show(command, host);
    }

    /** Shows a command's help on standard output: it was asked for. */
    static int show(CommandLine command, Host host) throws IOException {
        host.data(command.getUsageMessage(Help.Ansi.OFF));
        return ExitCode.OK;
    }
}
