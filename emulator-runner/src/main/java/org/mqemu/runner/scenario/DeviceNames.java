package org.mqemu.runner.scenario;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names that the kernel gives to disks: sda to sdz, then sdaa (sd_format_disk_name), or nullb0 and so on. */
final class DeviceNames {
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
