package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.util.function.Predicate;
import org.mqemu.api.settings.Origins;

/**
 * The keys whose values the user chose for this run: in the scenario's own file or with {@code --set}, and other than the
 * default. What an included file says goes with many scenarios, so not all of it must act in each.
 */
final class ChosenKeys implements Predicate<String> {
    private final String file;
    private final Config resolved;
    private final Config references;

    /**
     * Takes stock.
     *
     * @param file the scenario's file, as origins name it
     * @param resolved the whole configuration
     * @param references the defaults below {@link References#ROOT}
     */
    ChosenKeys(String file, Config resolved, Config references) {
        this.file = file;
        this.resolved = resolved;
        this.references = references;
    }

    @Override
    public boolean test(String path) {
        if (!resolved.hasPath(path)) {
            return false;
        }
        ConfigValue value = resolved.getValue(path);
        String place = Origins.text(value.origin());
        return (place.startsWith("--set") || place.startsWith(file + ":")) && !isDefault(path, value);
    }

    private boolean isDefault(String path, ConfigValue value) {
        String reference = References.ROOT + "." + path;
        return references.hasPath(reference)
                && references.getValue(reference).unwrapped().equals(value.unwrapped());
    }
}
