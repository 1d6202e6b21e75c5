package org.mqemu.runner.fio;

import java.util.List;

/**
 * One section of a job file, includes already put in place.
 *
 * @param name the text between the brackets; may be empty
 * @param file the file as it was named
 * @param line line of the header, from 1
 * @param options the options given in this section, in the order written
 */
public record FioSection(String name, String file, int line, List<FioOption> options) {

    /** Copies the options. */
    public FioSection {
        options = List.copyOf(options);
    }

    /**
     * Whether this section holds defaults for the jobs below it. fio looks at the first six letters only.
     *
     * @return true if the name starts with {@code global}
     */
    public boolean isGlobal() {
        return name.startsWith("global");
    }
}
