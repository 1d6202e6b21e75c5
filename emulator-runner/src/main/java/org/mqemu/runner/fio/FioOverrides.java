package org.mqemu.runner.fio;

import java.util.List;
import java.util.Map;

/**
 * Options that win over whatever the job file says, as given on a command line. They are read by the same rules; what
 * is wrong with them is reported for the file {@code --set}.
 *
 * @param options the options, in the order given
 */
public record FioOverrides(List<FioOption> options) {

    /** The name reported instead of a file. */
    public static final String ORIGIN = "--set";

    /** Copies the options. */
    public FioOverrides {
        options = List.copyOf(options);
    }

    /**
     * No overrides.
     *
     * @return overrides that change nothing
     */
    public static FioOverrides none() {
        return new FioOverrides(List.of());
    }

    /**
     * Overrides from pairs of option and value.
     *
     * @param values value by option name or alias, without any prefix; a later entry wins over an earlier one. They are
     *     checked when they are applied
     * @return the overrides
     */
    public static FioOverrides of(Map<String, String> values) {
        return new FioOverrides(values.entrySet().stream()
                .map(entry -> option(entry.getKey().strip(), entry.getValue().strip()))
                .toList());
    }

    static FioOption option(String name, String value) {
        return new FioOption(name, value, ORIGIN, 0, 0);
    }
}
