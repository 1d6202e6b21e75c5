package org.mqemu.runner.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Makes the parts of a command's description.
 *
 * <p>By calls, not by annotations: no class is searched for them, and no field is written by reflection.
 */
final class Specs {

    static final String HELP = "--help";
    static final String DEBUG = "--debug";

    private static final int WIDTH = 100;

    private Specs() {}

    /** A command that knows {@code --help} and {@code --debug}. */
    static CommandSpec command(String name, String... description) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).width(WIDTH).sortOptions(false);
        spec.usageMessage().abbreviateSynopsis(false);
        spec.addOption(OptionSpec.builder("-h", HELP)
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
        spec.addOption(flag(DEBUG, "Show the stack trace of an internal error; so does MQEMU_DEBUG=1."));
        return spec;
    }

    /** An option that is there or not. */
    static OptionSpec flag(String name, String... description) {
        return OptionSpec.builder(name).description(description).build();
    }

    /** An option with a value, which is read as text: what is wrong with it is for us to say. */
    static OptionSpec option(String name, String label, String... description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
    }

    /** Says in a command's help what its exit code means. */
    static void documentExitCodes(CommandSpec spec) {
        spec.usageMessage().exitCodeListHeading("%nExit code:%n").exitCodeList(ExitCode.documented());
    }
}
