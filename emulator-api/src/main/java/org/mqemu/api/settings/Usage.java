package org.mqemu.api.settings;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which keys of one object were asked for, which were read in full, and which were entered. */
final class Usage {

    private final Set<String> asked = new TreeSet<>();
    private final Set<String> read = new TreeSet<>();
    private final Map<String, Usage> below = new TreeMap<>();

    /** Somebody knows the key, which alone does not make it read. */
    void ask(String key) {
        asked.add(key);
    }

    /** The key and everything below it was read. */
    void read(String key) {
        asked.add(key);
        read.add(key);
    }

    /** What is below the key will be read piece by piece. */
    Usage enter(String key) {
        asked.add(key);
        return below.computeIfAbsent(key, absent -> new Usage());
    }

    Set<String> asked() {
        return asked;
    }

    boolean isRead(String key) {
        return read.contains(key);
    }

    boolean isEntered(String key) {
        return below.containsKey(key);
    }
}
