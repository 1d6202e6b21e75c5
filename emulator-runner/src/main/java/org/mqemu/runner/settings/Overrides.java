package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mqemu.api.settings.KeyPath;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.SettingsException;

/** The values given by {@code --set PATH=VALUE}. */
final class Overrides {

    private static final String OPTION = "--set";
    private static final String FIO = "fio";
    private static final int LONGEST_SHOWN = 80;

    private final Problems problems;
    private final Map<List<String>, String> given = new LinkedHashMap<>();
    private final Map<String, String> fio = new LinkedHashMap<>();
    private Config config = ConfigFactory.empty();

    /**
     * Takes the options apart.
     *
     * @param sets each {@code PATH=VALUE}
     * @param problems to be told of everything wrong
     */
    Overrides(List<String> sets, Problems problems) {
        this.problems = problems;
        sets.forEach(set -> problems.check(() -> add(set)));
    }

    /** The values outside of {@code fio}, with substitutions open. */
    Config config() {
        return config;
    }

    /** The values below {@code fio}, as they were written, in the order they were given. */
    Map<String, String> fio() {
        return Collections.unmodifiableMap(fio);
    }

    private void add(String set) {
        int equals = separator(set);
        if (equals < 0) {
            throw wrong("", "\"" + set + "\" has no '='", "write PATH=VALUE");
        }
        List<String> keys = Hocon.split(set.substring(0, equals).strip(), OPTION);
        String value = set.substring(equals + 1);
        String path = KeyPath.join(keys);
        for (List<String> other : given.keySet()) {
            int common = Math.min(keys.size(), other.size());
            if (keys.subList(0, common).equals(other.subList(0, common))) {
                throw wrong(
                        path,
                        keys.equals(other)
                                ? "is given twice, as \"" + given.get(other) + "\" and as \"" + value + "\""
                                : "overlaps with " + KeyPath.join(other) + ", which is given too",
                        "");
            }
        }
        given.put(keys, value);
        if (keys.get(0).equals(FIO)) {
            addFio(keys, path, value);
        } else {
            config = nest(keys, shown(set.strip(), parse(value))).withFallback(config);
        }
    }

    private void addFio(List<String> keys, String path, String value) {
        if (keys.size() != 2) {
            throw wrong(path, "is no option of a job", "write fio.OPTION=VALUE");
        }
        String text = value.strip();
        boolean quoted = text.startsWith("\"") && parse(text).valueType() == ConfigValueType.STRING;
        fio.put(keys.get(1), quoted ? String.valueOf(parse(text).unwrapped()) : text);
    }

    /** The value as HOCON if it is exactly one value, else the text itself. */
    private ConfigValue parse(String value) {
        if (!new HoconScan(value).severed()) {
            StrictIncluder includer = StrictIncluder.refusing(OPTION, problems);
            Optional<ConfigValue> parsed = new Problems()
                    .attempt(() -> Hocon.parse("v = " + value, OPTION, includer).root())
                    .filter(root -> root.size() == 1)
                    .map(root -> root.get("v"));
            if (parsed.isPresent()) {
                return parsed.get();
            }
        }
        return ConfigValueFactory.fromAnyRef(value, OPTION);
    }

    /** A value remembers what was written; an object may be merged with others, and a substitution is not there yet, so they do not. */
    private static ConfigValue shown(String set, ConfigValue value) {
        if (!value.atKey("v").isResolved() || value.valueType() == ConfigValueType.OBJECT) {
            return value;
        }
        String text = set.length() <= LONGEST_SHOWN ? set : set.substring(0, LONGEST_SHOWN) + "...";
        return value.withOrigin(ConfigOriginFactory.newSimple(OPTION + " " + text));
    }

    private static Config nest(List<String> keys, ConfigValue value) {
        ConfigValue nested = value;
        for (int i = keys.size() - 1; i >= 0; i--) {
            nested = ConfigValueFactory.fromMap(Map.of(keys.get(i), nested), OPTION);
        }
        return ConfigFactory.empty().withFallback(nested);
    }

    /** The index of the first equals sign outside of quotes; -1 if there is none. */
    private static int separator(String set) {
        boolean quoted = false;
        for (int i = 0; i < set.length(); i++) {
            char c = set.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == '=' && !quoted) {
                return i;
            }
        }
        return -1;
    }

    private static SettingsException wrong(String key, String message, String hint) {
        return new SettingsException(new Problem(OPTION, key, message, hint));
    }
}
