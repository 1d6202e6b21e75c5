package org.mqemu.api.settings;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Finds the keys that nobody read. */
final class UnreadKeys {

    private static final int MOST_LISTED = 12;

    private final Problems problems;

    UnreadKeys(Problems problems) {
        this.problems = problems;
    }

    void find(String path, ConfigObject object, Usage usage, Predicate<String> mustBeRead) {
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>(object).entrySet()) {
            String key = entry.getKey();
            String keyPath = KeyPath.child(path, key);
            if (usage.isRead(key)) {
                continue;
            }
            if (usage.isEntered(key)) {
                enter(keyPath, entry.getValue(), usage.enter(key), mustBeRead);
            } else {
                report(keyPath, entry.getValue(), hint(key, usage), mustBeRead);
            }
        }
    }

    private void enter(String path, ConfigValue value, Usage usage, Predicate<String> mustBeRead) {
        if (value instanceof ConfigObject object) {
            find(path, object, usage, mustBeRead);
        } else if (value instanceof ConfigList list) {
            boolean listMustBeRead = mustBeRead.test(path);
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof ConfigObject object) {
                    Usage element = usage.enter(String.valueOf(i));
                    find(KeyPath.element(path, i), object, element, any -> listMustBeRead);
                }
            }
        }
    }

    /** An object is reported as a whole if all of it must be read, else by its parts. */
    private void report(String path, ConfigValue value, String hint, Predicate<String> mustBeRead) {
        if (wholly(path, value, mustBeRead)) {
            problems.add(new Problem(Origins.text(value.origin()), path, "nothing reads this key", hint));
        } else if (value instanceof ConfigObject object) {
            new TreeMap<>(object).forEach((key, part) -> report(KeyPath.child(path, key), part, hint, mustBeRead));
        }
    }

    private static boolean wholly(String path, ConfigValue value, Predicate<String> mustBeRead) {
        if (value instanceof ConfigObject object && !object.isEmpty()) {
            return object.entrySet().stream()
                    .allMatch(entry -> wholly(KeyPath.child(path, entry.getKey()), entry.getValue(), mustBeRead));
        }
        return mustBeRead.test(path);
    }

    private static String hint(String key, Usage usage) {
        if (usage.asked().isEmpty() || usage.asked().contains(key)) {
            return "nothing in this configuration uses it";
        }
        Optional<String> nearest = Spelling.nearest(key, usage.asked());
        if (nearest.isPresent()) {
            return "did you mean " + KeyPath.child("", nearest.get()) + "?";
        }
        return usage.asked().size() > MOST_LISTED ? "" : "known here: " + String.join(", ", usage.asked());
    }
}
