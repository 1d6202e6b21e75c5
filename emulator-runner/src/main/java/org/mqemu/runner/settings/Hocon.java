package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.function.Supplier;
import org.mqemu.api.settings.Origins;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;

/** Parses and resolves, with every failure a {@link SettingsException} in the user's terms. */
final class Hocon {

    private static final int LONGEST_MESSAGE = 300;
    private static final String CLOSED_WORLD =
            "substitutions see the scenario, what it includes and the defaults, never the environment";

    private Hocon() {}

    /** Parses text whose values will claim to come from the origin; substitutions stay open. */
    static Config parse(String text, String origin, StrictIncluder includer) {
        int tooDeepLine = new HoconScan(text).tooDeepLine();
        if (tooDeepLine > 0) {
            throw tooDeep(origin + ":" + tooDeepLine);
        }
        ConfigParseOptions options = ConfigParseOptions.defaults()
                .setSyntax(origin.endsWith(".json") ? ConfigSyntax.JSON : ConfigSyntax.CONF)
                .setOriginDescription(origin)
                .setAllowMissing(false)
                .setIncluder(includer);
        return guard(origin, () -> shallow(ConfigFactory.parseString(text, options)));
    }

    /** Fills in all substitutions from the configuration itself. */
    static Config resolve(Config open, String origin) {
        return guard(origin, () -> shallow(open.resolve(ConfigResolveOptions.noSystem())));
    }

    /** The keys of a path, from the root down. */
    static List<String> split(String path, String origin) {
        return guard(origin, () -> {
            List<String> keys = ConfigUtil.splitPath(path);
            if (keys.size() > HoconScan.DEEPEST) {
                throw tooDeep(origin);
            }
            return keys;
        });
    }

    /** Refuses what could exhaust the stack of those who walk the configuration, such as a key of a thousand dots. */
    private static Config shallow(Config config) {
        requireShallow(config.root(), 0);
        return config;
    }

    private static void requireShallow(ConfigValue value, int depth) {
        if (depth > HoconScan.DEEPEST) {
            throw tooDeep(Origins.text(value.origin()));
        }
        try {
            if (value instanceof ConfigObject object) {
                object.values().forEach(inner -> requireShallow(inner, depth + 1));
            } else if (value instanceof ConfigList list) {
                list.forEach(inner -> requireShallow(inner, depth + 1));
            }
        } catch (ConfigException.NotResolved e) {
            return; // looked at again once it is resolved
        }
    }

    private static SettingsException tooDeep(String origin) {
        String message = "is nested deeper than " + HoconScan.DEEPEST + " levels";
        return new SettingsException(new Problem(origin, "", message, ""));
    }

    private static <T> T guard(String origin, Supplier<T> step) {
        try {
            return step.get();
        } catch (ConfigException.UnresolvedSubstitution e) {
            throw new SettingsException(new Problem(origin(e, origin), "", message(e), CLOSED_WORLD));
        } catch (ConfigException e) {
            throw new SettingsException(new Problem(origin(e, origin), "", message(e), ""));
        } catch (StackOverflowError e) {
            throw tooDeep(origin);
        }
    }

    private static String origin(ConfigException e, String otherwise) {
        boolean known = e.origin() != null && !e.origin().description().equals("path parameter");
        return known ? Origins.text(e.origin()) : otherwise;
    }

    private static String message(ConfigException e) {
        String message = e.getMessage() == null ? "cannot be understood" : e.getMessage();
        String prefix = e.origin() == null ? "" : e.origin().description() + ": ";
        String bare = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        String oneLine =
                bare.replaceAll("\\s+", " ").replaceFirst(" \\(if you .*", "").strip();
        return oneLine.length() <= LONGEST_MESSAGE ? oneLine : oneLine.substring(0, LONGEST_MESSAGE) + "...";
    }
}
