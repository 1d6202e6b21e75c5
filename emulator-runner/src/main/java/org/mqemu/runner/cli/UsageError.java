package org.mqemu.runner.cli;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.mqemu.api.settings.Spelling;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, on one line. */
final class UsageError {

    private UsageError() {}

    /** The message, with the command it is about. */
    static String text(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String command = spec.parent() == null ? "" : spec.name() + ": ";
        // One that is missing may only be misspelt: picocli complains of the missing one first.
        List<String> unmatched = e instanceof UnmatchedArgumentException given
                ? given.getUnmatched()
                : e.getCommandLine().getUnmatchedArguments();
        if (!unmatched.isEmpty()) {
            return command + unmatched(unmatched.get(0), spec);
        }
        String message = String.valueOf(e.getMessage());
        String help = (spec.qualifiedName(" ") + " ").strip() + " " + Specs.HELP;
        return command + message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1) + "; see \"" + help
                + "\"";
    }

    private static String unmatched(String argument, CommandSpec spec) {
        if (argument.startsWith("-")) {
            String name = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            return "unknown option '" + name + "'"
                    + hint(name, spec.optionsMap().keySet());
        }
        if (!spec.subcommands().isEmpty()) {
            return "there is no command '" + argument + "'"
                    + hint(argument, spec.subcommands().keySet());
        }
        return "unexpected argument '" + argument + "'";
    }

    private static String hint(String word, Collection<String> known) {
        return Spelling.nearest(word, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; known are " + String.join(", ", known));
    }
}
