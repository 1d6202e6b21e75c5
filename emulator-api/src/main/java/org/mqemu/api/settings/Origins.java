package org.mqemu.api.settings;

import com.typesafe.config.ConfigOrigin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says where a value was written. */
public final class Origins {

    private static final Pattern LINED = Pattern.compile("(.*): (\\d+)(?:-\\d+)?", Pattern.DOTALL);
    private static final Pattern MERGED =
            Pattern.compile("merge of (?:--[a-z-]+,)*(.*?: \\d+)(?:-\\d+)?(?:,.*)?", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("--[a-z-]+");

    private static final Pattern GIVEN = Pattern.compile("--[a-z-]+ .*", Pattern.DOTALL);

    private Origins() {}

    /**
     * The place of a value. An object put together from several places is said to come from the file that wins; a
     * value from a command line option has no line, and shows what was given.
     *
     * @param origin as remembered by the parser
     * @return {@code file:line}, or only the file, or only the option with what was given
     */
    public static String text(ConfigOrigin origin) {
        String description = origin.description();
        if (GIVEN.matcher(description).matches()) {
            return description;
        }
        Matcher merged = MERGED.matcher(description);
        Matcher lined = LINED.matcher(merged.matches() ? merged.group(1) : description);
        if (!lined.matches()) {
            return description;
        }
        String place = lined.group(1);
        return OPTION.matcher(place).matches() ? place : place + ":" + lined.group(2);
    }
}
