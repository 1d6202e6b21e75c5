package org.mqemu.api.settings;

import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.regex.Pattern;

/** Writes the path of a key such that HOCON reads it back as the same path. */
public final class KeyPath {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    private KeyPath() {}

    /**
     * The path of a key inside an object.
     *
     * @param parent the path of the object; empty for the root
     * @param key the key, which may hold any character
     * @return the path, with the key in quotes where HOCON needs them
     */
    public static String child(String parent, String key) {
        String written = PLAIN.matcher(key).matches() && !key.equals("include") ? key : ConfigUtil.quoteString(key);
        return parent.isEmpty() ? written : parent + "." + written;
    }

    /**
     * The path of an element of a list; meant for people only, as HOCON has no such paths.
     *
     * @param parent the path of the list
     * @param index counted from 0
     * @return {@code parent[index]}
     */
    public static String element(String parent, int index) {
        return parent + "[" + index + "]";
    }

    /**
     * The path made of the given keys.
     *
     * @param keys from the root down
     * @return the path; empty if there are no keys
     */
    public static String join(List<String> keys) {
        String path = "";
        for (String key : keys) {
            path = child(path, key);
        }
        return path;
    }
}
