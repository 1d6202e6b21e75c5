package org.mqemu.runner.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line: finds the command, does it, and turns whatever happens into an exit code. */
public final class Cli {

    private Cli() {}

    /**
     * Does what a command line says. Nothing is thrown, and the process is not ended.
     *
     * @param args the arguments
     * @param host where it runs
     * @param emulator what runs scenarios
     * @return the exit code
     */
    public static int run(String[] args, Host host, Emulator emulator) {
        List<Command> commands = List.of(
                new RunCommand(emulator),
                new CheckCommand(emulator),
                new ConfigCommand(emulator),
                new ListCommand(),
                new HelpCommand());
        Map<String, Command> byName = new HashMap<>();
        CommandLine root = root(commands, byName);
        try {
            ParseResult line = root.parseArgs(args);
            return run(line, byName, isDebugging(line) ? host.debugging() : host);
        } catch (ParameterException e) {
            host.say(UsageError.text(e));
            return ExitCode.USAGE;
        }
    }

    private static int run(ParseResult line, Map<String, Command> commands, Host host) {
        try {
            for (CommandLine command : line.asCommandLineList()) {
                if (command.isUsageHelpRequested()) {
                    return HelpCommand.show(command, host);
                }
            }
            if (line.isVersionHelpRequested()) {
                host.data("mqemu " + Version.text() + "\n");
                return ExitCode.OK;
            }
            ParseResult sub = line.subcommand();
            Command command =
                    sub == null ? null : commands.get(sub.commandSpec().name());
            if (command == null) {
                host.say("no command given; see \"mqemu --help\"");
                return ExitCode.USAGE;
            }
            return command.run(sub, host);
        } catch (IOException | RuntimeException | Error e) {
            return Complaint.about(e, host);
        }
    }

    private static boolean isDebugging(ParseResult line) {
        return line.asCommandLineList().stream()
                .anyMatch(command -> command.getParseResult().hasMatchedOption(Specs.DEBUG));
    }

    private static CommandLine root(List<Command> commands, Map<String, Command> byName) {
        CommandSpec spec = Specs.command("mqemu", "Emulate the Linux block I/O path, from fio's jobs to the drives.");
        spec.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
        for (Command command : commands) {
            CommandSpec sub = command.spec();
            spec.addSubcommand(sub.name(), sub);
            byName.put(sub.name(), command);
        }
        Specs.documentExitCodes(spec);
        return new CommandLine(spec).setExpandAtFiles(false).setInterpolateVariables(false);
    }
}
