package org.mqemu.runner.scenario;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mqemu.api.settings.Problems;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;

/**
 * What an administrator writes to sysfs while I/O runs.
 *
 * @param changes the writes, in the order of their times
 */
public record TimelineSettings(List<Change> changes) {
    private static final Pattern CHANGE = Pattern.compile(
            "at\\s+([0-9.]+\\s*[a-z]+)\\s+set\\s+([\\w*?{},\\[\\]-]+)\\.(queue|device)\\.([\\w./]+)\\s*=\\s*(\\S+)");
    private static final String VALID =
            "write \"at 20ms set sda.queue.scheduler = bfq\": a time in ns, us, ms, s, m or h of"
                    + " emulated time, a device, an attribute of its sysfs directory queue or device, a value";
    private static final long MAX_NS = 86_400_000_000_000L;

    /**
     * A write.
     *
     * @param atNs when, in emulated nanoseconds
     * @param device the device's name
     * @param directory which of its directories: queue or device
     * @param attribute the file in that directory, such as {@code scheduler} or {@code iosched/fifo_batch}
     * @param value what is written
     * @param wrong makes the complaint about the entry from what is wrong with it
     */
    public record Change(long atNs, String device, String directory, String attribute, String value, Complaint wrong) {}

    /** Makes a complaint that names the place of an entry. */
    public interface Complaint {
        /**
         * Makes it.
         *
         * @param message what is wrong
         * @param hint what to do about it, or empty
         */
        SettingsException about(String message, String hint);
    }

    static TimelineSettings read(Settings root, Map<String, Integer> devices) {
        List<Change> changes = new ArrayList<>();
        List<String> texts = root.texts("timeline");
        Problems problems = new Problems();
        for (int i = 0; i < texts.size(); i++) {
            int place = i;
            String text = texts.get(i);
            Complaint wrong = (message, hint) -> root.problemAt("timeline", place, "\"" + text + "\" " + message, hint);
            problems.check(() -> changes.addAll(changes(wrong, text, devices.keySet())));
        }
        problems.throwIfAny();
        changes.sort(Comparator.comparingLong(Change::atNs));
        return new TimelineSettings(List.copyOf(changes));
    }

    private static List<Change> changes(Complaint wrong, String text, Collection<String> names) {
        Matcher parts = CHANGE.matcher(text.strip());
        if (!parts.matches()) {
            throw wrong.about("is no change", VALID);
        }
        BigInteger atNs = Settings.parseDurationNs(parts.group(1))
                .orElseThrow(() -> wrong.about("is no change: " + parts.group(1) + " is no time", VALID));
        if (atNs.compareTo(BigInteger.valueOf(MAX_NS)) > 0) {
            throw wrong.about("is too late", "a day is the latest");
        }
        String attribute = parts.group(4).replaceFirst("^iosched\\.", "iosched/");
        return DeviceNames.chosen(parts.group(2), names, wrong::about).stream()
                .map(device ->
                        new Change(atNs.longValueExact(), device, parts.group(3), attribute, parts.group(5), wrong))
                .toList();
    }
}
