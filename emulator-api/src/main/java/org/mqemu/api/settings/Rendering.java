package org.mqemu.api.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import java.util.TreeMap;

/** Writes a resolved configuration out, one key in a line, sorted, the same each time. */
public final class Rendering {

    private final boolean origins;
    private final StringBuilder lines = new StringBuilder();

    private Rendering(boolean origins) {
        this.origins = origins;
    }

    /**
     * The configuration with the place of each value, for people: {@code a.b = 700   # conf/x.conf:12}. The objects in
     * a list are spread out as {@code list[0].key}.
     *
     * @param resolved a configuration without open substitutions
     * @return lines ending in a line feed
     */
    public static String withOrigins(Config resolved) {
        return render(resolved, true);
    }

    /**
     * The configuration as HOCON, which parses back to an equal configuration.
     *
     * @param resolved a configuration without open substitutions
     * @return lines ending in a line feed
     */
    public static String plain(Config resolved) {
        return render(resolved, false);
    }

    private static String render(Config resolved, boolean origins) {
        Rendering rendering = new Rendering(origins);
        rendering.members("", resolved.root());
        return rendering.lines.toString();
    }

    private void members(String path, ConfigObject object) {
        new TreeMap<>(object).forEach((key, value) -> add(KeyPath.child(path, key), value));
    }

    private void add(String path, ConfigValue value) {
        if (value instanceof ConfigObject object && !object.isEmpty()) {
            members(path, object);
        } else if (origins && value instanceof ConfigList list && holdsObjects(list)) {
            for (int i = 0; i < list.size(); i++) {
                add(KeyPath.element(path, i), list.get(i));
            }
        } else {
            lines.append(path).append(" = ").append(value.render(ConfigRenderOptions.concise()));
            if (origins) {
                lines.append("   # ").append(Origins.text(value.origin()));
            }
            lines.append('\n');
        }
    }

    private static boolean holdsObjects(ConfigList list) {
        return list.stream().anyMatch(ConfigObject.class::isInstance);
    }
}
