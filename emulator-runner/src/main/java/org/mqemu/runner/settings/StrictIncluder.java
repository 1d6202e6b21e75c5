package org.mqemu.runner.settings;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.Problems;

/** Serves the include statements of one file, from files only, noting a problem for each that cannot be served. */
final class StrictIncluder implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

    private final String origin;
    private final List<Integer> lines;
    private final Problems problems;
    private final BiFunction<String, String, ConfigObject> fetch;
    private int served;

    /**
     * Reads the statements of a text.
     *
     * @param origin the name of the including file
     * @param lines the lines of its include statements, as the parser meets them in this order
     * @param problems to be told of what is refused
     * @param fetch from the name included and the origin of the statement to the content of the file
     */
    StrictIncluder(
            String origin, List<Integer> lines, Problems problems, BiFunction<String, String, ConfigObject> fetch) {
        this.origin = origin;
        this.lines = List.copyOf(lines);
        this.problems = problems;
        this.fetch = fetch;
    }

    /** An includer for text that is no file of its own and may not include anything. */
    static StrictIncluder refusing(String origin, Problems problems) {
        return new StrictIncluder(origin, List.of(), problems, (name, place) -> {
            problems.add(new Problem(place, "", "cannot include \"" + name + "\" from here", ""));
            return ConfigFactory.empty().root();
        });
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        return ADDRESS.matcher(what).matches() ? refuse("an address", what) : fetch.apply(what, place());
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        return fetch.apply(what.getPath(), place());
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        return refuse("an address", what.toString());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        return refuse("the class path", what);
    }

    private ConfigObject refuse(String source, String what) {
        problems.add(
                new Problem(place(), "", "cannot include from " + source + ": \"" + what + "\"", "include a file"));
        return ConfigFactory.empty().root();
    }

    /** The origin of the next statement. */
    private String place() {
        int index = served++;
        return index < lines.size() ? origin + ":" + lines.get(index) : origin;
    }
}
