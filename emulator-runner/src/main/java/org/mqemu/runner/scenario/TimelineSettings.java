package org.mqemu.runner.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;

/**
 * What an administrator writes to sysfs while I/O runs.
 *
 * @param changes the writes, in the order of their times
 */
public record TimelineSettings(List<Change> changes) {
    private static final Pattern CHANGE = Pattern.compile(
            "at\\s+(\\d+)\\s*(ns|us|ms|s)\\s+set\\s+([\\w*?{},\\[\\]-]+)\\.(queue|device)\\.([\\w./]+)\\s*=\\s*(\\S+)");
    private static final String VALID =
            "write \"at 20ms set sda.queue.scheduler = bfq\": a time in ns, us, ms or s of emulated"
                    + " time, a device, an attribute of its sysfs directory queue or device, a value";
    private static final Map<String, Long> UNITS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final long MAX_NS = 86_400_000_000_000L;

    /**
     * A write.
     *
     * @param atNs when, in emulated nanoseconds
     * @param device the device's name
     * @param directory which of its directories: queue or device
     * @param attribute the file in that directory, such as {@code scheduler} or {@code iosched/fifo_batch}
     * @param value what is written
     * @param text the entry, for messages
     */
    public record Change(long atNs, String device, String directory, String attribute, String value, String text) {}

    static TimelineSettings read(Settings root, Map<String, Integer> devices) {
        List<Change> changes = new ArrayList<>();
        for (String text : root.texts("timeline")) {
            changes.addAll(changes(root, text, devices));
        }
        changes.sort(Comparator.comparingLong(Change::atNs));
        return new TimelineSettings(List.copyOf(changes));
    }

    private static List<Change> changes(Settings root, String text, Map<String, Integer> devices) {
        Matcher parts = CHANGE.matcher(text.strip());
        if (!parts.matches()) {
            throw wrong(root, text, "is no change", VALID);
        }
        long number = parts.group(1).length() > 15 ? Long.MAX_VALUE : Long.parseLong(parts.group(1));
        long unit = UNITS.getOrDefault(parts.group(2), 1L);
        if (number > MAX_NS / unit) {
            throw wrong(root, text, "is too late", "a day is the latest");
        }
        String attribute = parts.group(5).replaceFirst("^iosched\\.", "iosched/");
        return devices(root, text, parts.group(3), devices).stream()
                .map(device -> new Change(number * unit, device, parts.group(4), attribute, parts.group(6), text))
                .toList();
    }

    private static List<String> devices(Settings root, String text, String pattern, Map<String, Integer> devices) {
        List<String> chosen;
        try {
            chosen = DeviceNames.matching(pattern, devices.keySet());
        } catch (PatternSyntaxException e) {
            throw wrong(root, text, "has no pattern of devices", "write sda, sd[b-d], sd{a,f} or sd*");
        }
        if (chosen.isEmpty()) {
            throw wrong(root, text, "names a device that is not there", "there is " + devices.keySet());
        }
        return chosen;
    }

    private static SettingsException wrong(Settings root, String text, String message, String hint) {
        return root.problem("timeline", "\"" + text + "\" " + message, hint);
    }
}
