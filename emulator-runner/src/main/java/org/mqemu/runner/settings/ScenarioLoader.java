package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.mqemu.api.settings.Origins;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;

/** Loads a scenario: options over the user's file over the modules' defaults. */
public final class ScenarioLoader {

    private ScenarioLoader() {}

    /**
     * A loaded scenario.
     *
     * @param root its settings; {@link Settings#checkAllRead} demands that all the user wrote is read, not that all
     *     defaults are
     * @param fioOverrides options for the job, from {@code --set fio.OPTION=VALUE}, in the order given
     * @param resolved all its values, defaults included, for writing out
     */
    public record Result(Settings root, Map<String, String> fioOverrides, Config resolved) {}

    /**
     * Loads a scenario. Its keys stand at the top level and override those the defaults have below
     * {@link References#ROOT}. Neither the environment nor system properties have any influence.
     *
     * @param scenarioFile UTF-8 HOCON of at most 4 MiB
     * @param sets options {@code PATH=VALUE}; a value that is not HOCON is taken as text
     * @param home the directory whose {@code conf} holds the files included that do not lie beside the including one
     * @param references the defaults, as loaded by {@link References}
     * @return the scenario with all substitutions filled in
     * @throws SettingsException if a file cannot be read or parsed, an include or substitution leads nowhere, or an
     *     option is wrong or given twice
     */
    public static Result load(Path scenarioFile, List<String> sets, Path home, Config references) {
        Problems problems = new Problems();
        Overrides overrides = new Overrides(sets, problems);
        Config user = overrides.config().withFallback(new ScenarioFiles(home, problems).parse(scenarioFile));
        refuseRoot(user.root(), problems);
        problems.throwIfAny();
        Config resolved = resolve(user, references, ShownPath.of(scenarioFile));
        GivenKeys given = new GivenKeys(user, resolved, problems);
        problems.throwIfAny();
        ChosenKeys chosen = new ChosenKeys(ShownPath.of(scenarioFile), resolved, references);
        return new Result(Settings.of(resolved, given, chosen), overrides.fio(), resolved);
    }

    private static void refuseRoot(ConfigObject user, Problems problems) {
        ConfigValue root = user.get(References.ROOT);
        if (root != null) {
            problems.add(new Problem(
                    Origins.text(root.origin()),
                    References.ROOT,
                    "is no key of a scenario",
                    "write the keys below it at the top level"));
        }
    }

    /** Makes the keys visible both at the top and, for the substitutions in the defaults, below the root key. */
    private static Config resolve(Config user, Config references, String origin) {
        Config defaults = references.root().get(References.ROOT) instanceof ConfigObject object
                ? object.toConfig()
                : ConfigFactory.empty();
        Config scenario = user.withFallback(defaults);
        Config both = scenario.withFallback(scenario.atPath(References.ROOT));
        return Hocon.resolve(both, origin).withoutPath(References.ROOT);
    }
}
