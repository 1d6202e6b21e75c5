package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import java.util.function.Supplier;
import org.mqemu.api.settings.Origins;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;

/** Parses and resolves, with every failure a {@link SettingsException} in the user's terms. */
final class Hocon {

    private static final int LONGEST_MESSAGE = 300;
    private static final String CLOSED_WORLD =
            "substitutions see the scenario, what it includes and the defaults, never the environment";

    private Hocon() {
    }

    /** Parses text whose values will claim to come from the origin; substitutions stay open. */
    static Config parse(String text, String origin, StrictIncluder includer) {
        int tooDeepLine = new HoconScan(text).tooDeepLine();
        if (tooDeepLine > 0) {
            String message = "is nested deeper than " + HoconScan.DEEPEST + " levels";
            throw new SettingsException(new Problem(origin + ":" + tooDeepLine, "", message, ""));
        }
        ConfigParseOptions options = ConfigParseOptions.defaults()
                .setSyntax(origin.endsWith(".json") ? ConfigSyntax.JSON : ConfigSyntax.CONF)
                .setOriginDescription(origin)
                .setAllowMissing(false)
                .setIncluder(includer);
        return guard(origin, () -> ConfigFactory.parseString(text, options));
    }

    /** Fills in all substitutions from the configuration itself. */
    static Config resolve(Config open, String origin) {
        return guard(origin, () -> open.resolve(ConfigResolveOptions.noSystem()));
    }

    private static <T> T guard(String origin, Supplier<T> step) {
        try {
            return step.get();
        } catch (ConfigException.UnresolvedSubstitution e) {
            throw new SettingsException(new Problem(origin(e, origin), "", message(e), CLOSED_WORLD));
        } catch (ConfigException e) {
            throw new SettingsException(new Problem(origin(e, origin), "", message(e), ""));
        } catch (StackOverflowError e) {
            throw new SettingsException(new Problem(origin, "", "is nested too deeply", ""));
        }
    }

    private static String origin(ConfigException e, String otherwise) {
        return e.origin() == null ? otherwise : Origins.text(e.origin());
    }

    private static String message(ConfigException e) {
        String message = e.getMessage() == null ? "cannot be understood" : e.getMessage();
        String prefix = e.origin() == null ? "" : e.origin().description() + ": ";
        String bare = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        String oneLine = bare.replaceAll("\\s+", " ").strip();
        return oneLine.length() <= LONGEST_MESSAGE ? oneLine : oneLine.substring(0, LONGEST_MESSAGE) + "...";
    }
}
