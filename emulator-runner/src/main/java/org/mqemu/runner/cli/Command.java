package org.mqemu.runner.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One of the program's commands. */
interface Command {

    /** Its options and parameters. */
    CommandSpec spec();

    /**
     * Does it.
     *
     * @param line what was given
     * @param host where it runs
     * @return the exit code
     * @throws IOException if its data cannot be written
     */
    int run(ParseResult line, Host host) throws IOException;
}
