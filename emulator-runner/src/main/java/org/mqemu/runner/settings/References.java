package org.mqemu.runner.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.SettingsException;

/** Loads the modules' defaults from the class path, by name, so that no other library's defaults mix in. */
public final class References {

    /** The key below which each module writes its defaults. */
    public static final String ROOT = "mqemu";

    private References() {}

    /**
     * Loads the defaults of several modules.
     *
     * @param loader where to look
     * @param resources names such as {@code org/mqemu/scsi/reference.conf}; of a key in several the first wins
     * @return the defaults below {@link #ROOT}, with substitutions open
     * @throws SettingsException if a resource is missing, cannot be parsed, includes another file, or has keys outside
     *     of {@link #ROOT}
     */
    public static Config load(ClassLoader loader, List<String> resources) {
        Problems problems = new Problems();
        Config defaults = ConfigFactory.empty();
        for (String resource : resources) {
            defaults = defaults.withFallback(
                    problems.attempt(() -> load(loader, resource, problems)).orElse(ConfigFactory.empty()));
        }
        problems.throwIfAny();
        return defaults;
    }

    private static Config load(ClassLoader loader, String resource, Problems problems) {
        try (InputStream in = loader.getResourceAsStream(resource)) {
            if (in == null) {
                throw wrong(resource, "is not on the class path");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Config defaults = Hocon.parse(text, resource, StrictIncluder.refusing(resource, problems));
            for (String key : defaults.root().keySet()) {
                if (!key.equals(ROOT)) {
                    throw wrong(resource, "has the key " + key + " outside of " + ROOT);
                }
            }
            return defaults;
        } catch (IOException e) {
            throw wrong(resource, "cannot be read: " + e.getMessage());
        }
    }

    private static SettingsException wrong(String resource, String message) {
        return new SettingsException(new Problem(resource, "", message, ""));
    }
}
