package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.mqemu.api.settings.KeyPath;
import org.mqemu.api.settings.Origins;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.SettingsException;

/**
 * The keys the user wrote, as opposed to defaults. A key the user refers to by a substitution elsewhere counts as
 * used; the substitutions are also checked for the names of environment variables.
 */
final class GivenKeys implements Predicate<String> {

    private static final Pattern ENVIRONMENT_NAME = Pattern.compile("[A-Z_][A-Z0-9_]*(\\[])?");

    private final Config resolved;
    private final Problems problems;
    private final Set<String> leaves = new HashSet<>();
    private final Set<String> opaque = new HashSet<>();
    private final Set<String> referred = new HashSet<>();

    /**
     * Takes stock.
     *
     * @param user what the user wrote, with substitutions open
     * @param resolved the same with substitutions filled in
     * @param problems to be told of substitutions that mean the environment
     */
    GivenKeys(Config user, Config resolved, Problems problems) {
        this.resolved = resolved;
        this.problems = problems;
        members("", known(user.root()));
    }

    /** Whether the user wrote the key at the path and refers to it nowhere. */
    @Override
    public boolean test(String path) {
        return (leaves.contains(path) || isBelow(path, opaque)) && !isBelow(path, referred);
    }

    private void members(String path, Map<String, ConfigValue> object) {
        object.forEach((key, value) -> {
            String keyPath = KeyPath.child(path, key);
            Map<String, ConfigValue> inner = known(value);
            if (!inner.isEmpty()) {
                members(keyPath, inner);
            } else {
                (value.atKey("v").isResolved() ? leaves : opaque).add(keyPath);
                substitutions(keyPath, value);
            }
        });
    }

    /** The keys of an object; none if it is no object, or one that substitutions have still to put together. */
    private static Map<String, ConfigValue> known(ConfigValue value) {
        try {
            return value instanceof ConfigObject object ? new TreeMap<>(object) : Map.of();
        } catch (ConfigException.NotResolved e) {
            return Map.of();
        }
    }

    private void substitutions(String path, ConfigValue value) {
        String text = value.render(ConfigRenderOptions.concise());
        for (HoconScan.Substitution substitution : new HoconScan(text).substitutions()) {
            Optional<List<String>> target = target(substitution.path());
            if (target.isPresent()) {
                String referredPath = KeyPath.join(target.get());
                if (!referredPath.equals(path)) {
                    referred.add(referredPath);
                }
            } else if (ENVIRONMENT_NAME
                    .matcher(substitution.path().replaceAll("^.*\\.", ""))
                    .matches()) {
                problems.add(new Problem(
                        Origins.text(value.origin()),
                        path,
                        "${?" + substitution.path() + "} looks like an environment variable, which are never read",
                        "set the value by --set"));
            }
        }
    }

    /** What the path means: itself, or, inside an included file, a path seen from the root. */
    private Optional<List<String>> target(String path) {
        try {
            List<String> keys = Hocon.split(path, "");
            for (int from = 0; from < keys.size(); from++) {
                List<String> tail = keys.subList(from, keys.size());
                if (resolved.hasPathOrNull(ConfigUtil.joinPath(tail))) {
                    return Optional.of(tail);
                }
            }
        } catch (SettingsException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean isBelow(String path, Set<String> roots) {
        if (roots.contains(path)) {
            return true;
        }
        return roots.stream().anyMatch(root -> path.startsWith(root + "."));
    }
}
