package org.mqemu.runner.scenario;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.mqemu.api.settings.SettingsException;

/** The names that the kernel gives to disks: sda to sdz, then sdaa (sd_format_disk_name), or nullb0 and so on. */
final class DeviceNames {
    private static final Pattern JOKERS = Pattern.compile("[*?\\\\]|\\[[!^]|\\{[^}]*[\\[{]");
    private static final Pattern PART = Pattern.compile("\\[[^]]*]|\\{[^}]*}|[^\\[{]+");
    private static final int MOST_LISTED = 4096;

    private DeviceNames() {}

    /**
     * Returns the names that a pattern chooses, as a shell would: {@code sda}, {@code sd[b-d]}, {@code sd*}.
     *
     * @param pattern the pattern
     * @param names all names
     * @throws java.util.regex.PatternSyntaxException if it is none
     */
    static List<String> matching(String pattern, Collection<String> names) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        return names.stream().filter(name -> matcher.matches(Path.of(name))).toList();
    }

    /**
     * Returns the names that a pattern chooses, which must all be there where it lists them.
     *
     * @param pattern the pattern
     * @param names all names
     * @param wrong makes the complaint from a message and a hint
     */
    static List<String> chosen(
            String pattern, Collection<String> names, BiFunction<String, String, SettingsException> wrong) {
        List<String> all = List.copyOf(names);
        String there = "there is " + (all.size() == 1 ? all.get(0) : all.get(0) + " to " + all.get(all.size() - 1));
        List<String> chosen;
        try {
            chosen = matching(pattern, names);
        } catch (PatternSyntaxException e) {
            throw wrong.apply(
                    "\"" + pattern + "\" is no pattern of devices", "write sda, \"sd[b-d]\", \"sd{a,f}\" or \"sd*\"");
        }
        if (chosen.isEmpty()) {
            throw wrong.apply("there is no device " + pattern, there);
        }
        List<String> missing =
                listed(pattern).stream().filter(name -> !all.contains(name)).toList();
        if (!missing.isEmpty()) {
            String more = missing.size() > 1 ? " and " + (missing.size() - 1) + " more" : "";
            throw wrong.apply(
                    pattern + " lists devices that are not there: " + missing.get(0) + more,
                    there + "; \"sd*\" is all of them");
        }
        return chosen;
    }

    /** The names that a pattern of lists and ranges stands for; none if it has jokers, which ask for what there is. */
    private static List<String> listed(String pattern) {
        if (JOKERS.matcher(pattern).find()) {
            return List.of();
        }
        List<String> names = List.of("");
        Matcher parts = PART.matcher(pattern);
        while (parts.find() && names.size() <= MOST_LISTED) {
            List<String> choices = choices(parts.group());
            names = names.stream()
                    .flatMap(name -> choices.stream().map(choice -> name + choice))
                    .toList();
        }
        return names.size() > MOST_LISTED ? List.of() : names;
    }

    private static List<String> choices(String part) {
        if (part.startsWith("{")) {
            return List.of(part.substring(1, part.length() - 1).split(",", -1));
        } else if (!part.startsWith("[")) {
            return List.of(part);
        }
        List<String> choices = new ArrayList<>();
        for (int i = 1; i < part.length() - 1; i++) {
            boolean range = i + 2 < part.length() - 1 && part.charAt(i + 1) == '-';
            char last = range ? part.charAt(i + 2) : part.charAt(i);
            for (char c = part.charAt(i); c <= last; c++) {
                choices.add(String.valueOf(c));
            }
            i += range ? 2 : 0;
        }
        return choices;
    }

    static Map<String, Integer> of(int devices, DriverKind driver) {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (int i = 0; i < devices; i++) {
            names.put(driver == DriverKind.NULL_BLK ? "nullb" + i : "sd" + suffix(i), i);
        }
        return names;
    }

    private static String suffix(int index) {
        String last = String.valueOf((char) ('a' + index % 26));
        return index < 26 ? last : suffix(index / 26 - 1) + last;
    }
}
