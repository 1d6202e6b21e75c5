package org.mqemu.runner.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.settings.Settings;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.FaultTrigger;

/** Reads what an entry of the fault script says beside whose fault it is. */
final class FaultEntry {
    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,18})\\s*(?:-\\s*(\\d{1,18})\\s*)?");
    private static final List<String> KEYS =
            List.of("fault", "at", "from", "until", "every", "probability", "lba", "op", "count", "for", "factor");
    private static final long LATEST_NS = 12 * 3_600_000_000_000L;
    private static final long LONGEST_NS = 24 * 3_600_000_000_000L;
    private static final double SMALLEST_PROBABILITY = 1e-12;
    private static final long NOT_GIVEN = -1;

    private final Settings entry;
    private final FaultKind kind;
    private final long atNs;
    private final long fromNs;
    private final long untilNs;
    private final long every;
    private final double probability;
    private final @Nullable String lba;
    private final @Nullable Op op;
    private final long count;
    private final long forNs;
    private final double factor;

    /** Reads the keys, each for itself. */
    FaultEntry(Settings entry) {
        this.entry = entry;
        atNs = timeNs("at", 0, LATEST_NS);
        fromNs = timeNs("from", 0, LATEST_NS);
        untilNs = timeNs("until", 1, LATEST_NS);
        forNs = timeNs("for", 1, LONGEST_NS);
        every = entry.has("every") ? entry.longAt("every", 1, Long.MAX_VALUE) : 0;
        count = entry.has("count") ? entry.longAt("count", 1, Long.MAX_VALUE) : 0;
        probability = entry.has("probability") ? entry.doubleAt("probability", SMALLEST_PROBABILITY, 1) : 0;
        factor = entry.has("factor") ? entry.doubleAt("factor", 1, FaultRule.MAX_FACTOR) : 0;
        lba = entry.has("lba") ? entry.text("lba") : null;
        op = entry.has("op") ? entry.oneOf("op", Op.class) : null;
        kind = entry.oneOf("fault", FaultKind.class);
        entry.checkAllRead();
    }

    private long timeNs(String key, long minNs, long maxNs) {
        return entry.has(key) ? entry.durationNs(key, minNs, maxNs) : NOT_GIVEN;
    }

    /**
     * Returns the rule of a drive.
     *
     * @param sectors the device's size, in sectors of 512 bytes
     */
    FaultRule ofDevice(long sectors) {
        checkPlace(FaultKind::ofDevices, "a device", "hba = 0");
        checkFactor();
        FaultTrigger trigger = trigger();
        String range = lba;
        if (range != null) {
            trigger = within(trigger, range, sectors);
        }
        return rule(trigger, FaultRule.FOREVER);
    }

    /**
     * Returns the rule of an HBA.
     *
     * @param resetNs how long its firmware needs to restart, in nanoseconds
     */
    FaultRule ofHba(long resetNs) {
        checkPlace(FaultKind::ofHbas, "an HBA", "device = sda");
        checkFactor();
        if (lba != null) {
            throw entry.problem("lba", "an HBA has no sectors", "name a device, or leave lba out");
        }
        return rule(trigger(), kind == FaultKind.FIRMWARE_RESET ? Math.max(1, resetNs) : FaultRule.FOREVER);
    }

    private void checkPlace(Predicate<FaultKind> have, String place, String other) {
        if (!have.test(kind)) {
            throw entry.problem(
                    "fault", word(kind) + " is no fault of " + place, "write " + other + ", or one of " + words(have));
        }
    }

    private void checkFactor() {
        boolean slow = kind == FaultKind.SLOW;
        if (slow && factor == 0) {
            throw entry.problem("factor", "slow needs a factor", "write how much longer the drive needs: factor = 20");
        } else if (!slow && factor != 0) {
            throw entry.problem("factor", word(kind) + " has no factor", "only slow has one");
        }
    }

    private FaultTrigger trigger() {
        FaultTrigger trigger =
                FaultTrigger.ALWAYS.every(every).withProbability(probability).times(count);
        Op only = op;
        if (only != null) {
            checkOp(only);
            trigger = trigger.only(only);
        }
        boolean byCommand = trigger.needsCommand() || lba != null;
        if (!byCommand && atNs < 0 && fromNs < 0 && untilNs < 0) {
            throw entry.problem(
                    entry.has("count") ? "count" : "fault",
                    "nothing says when it strikes",
                    "write at, from, until, every, probability, lba or op");
        }
        if (atNs >= 0 && (fromNs >= 0 || untilNs >= 0)) {
            throw entry.problem(
                    "at", "at does not go with from and until", "at is one time, from and until are a span");
        }
        if (untilNs >= 0 && untilNs <= fromNs) {
            throw entry.problem("until", "it ends before it begins", "until must be after from");
        }
        boolean timed = kind.lasts() && !byCommand;
        checkFor(timed);
        if (timed && count > 0) {
            throw entry.problem(
                    "count",
                    "time alone brings it about, once",
                    "leave count out, or write every, probability, lba or op");
        }
        return timed(trigger, timed);
    }

    private FaultTrigger timed(FaultTrigger trigger, boolean timed) {
        if (atNs >= 0) {
            FaultTrigger from = trigger.during(atNs, FaultRule.FOREVER);
            return timed || count > 0 ? from : from.times(1);
        }
        return trigger.during(Math.max(0, fromNs), untilNs < 0 ? FaultRule.FOREVER : untilNs);
    }

    private void checkOp(Op only) {
        if (!kind.strikes(only)) {
            throw entry.problem("op", "a " + word(only) + " finds no " + word(kind), "write read or write");
        }
        if (lba != null && (only == Op.FLUSH || only == Op.TEST_UNIT_READY)) {
            throw entry.problem("op", "a " + word(only) + " touches no sectors", "leave lba out, or write another op");
        }
    }

    private void checkFor(boolean timed) {
        if (forNs >= 0 && !kind.lasts()) {
            throw entry.problem(
                    "for",
                    word(kind) + " is over at once",
                    "from and until say when it strikes; these last: " + words(FaultKind::lasts));
        }
        if (forNs >= 0 && timed && untilNs >= 0) {
            throw entry.problem("for", "until says when it ends", "leave one of them out");
        }
    }

    private FaultTrigger within(FaultTrigger trigger, String range, long sectors) {
        Matcher parts = RANGE.matcher(range);
        if (!parts.matches()) {
            throw wrongRange(range, "is no range of sectors");
        }
        long first = Long.parseLong(parts.group(1));
        long last = parts.group(2) == null ? first : Long.parseLong(parts.group(2));
        if (last < first) {
            throw wrongRange(range, "ends before it begins");
        }
        if (last >= sectors) {
            throw entry.problem(
                    "lba", range.strip() + " is beyond the device", "its sectors are 0 to " + (sectors - 1));
        }
        return trigger.sectors(first, last);
    }

    private SettingsException wrongRange(String range, String message) {
        return entry.problem(
                "lba", "\"" + range + "\" " + message, "write \"4096-8191\": the first and last sector of 512 bytes");
    }

    private FaultRule rule(FaultTrigger trigger, long defaultNs) {
        long lastsNs = defaultNs;
        if (forNs >= 0) {
            lastsNs = forNs;
        } else if (untilNs >= 0 && !trigger.needsCommand()) {
            lastsNs = untilNs - trigger.fromNs();
        }
        return new FaultRule(text(), kind, trigger, lastsNs, Math.max(1, factor));
    }

    /** The entry in one line, its keys always in the same order. */
    private String text() {
        List<String> parts = new ArrayList<>();
        for (String key : KEYS) {
            if (entry.has(key)) {
                parts.add(key.equals("fault") ? entry.text(key) : key + "=" + entry.text(key));
            }
        }
        return String.join(" ", parts);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String words(Predicate<FaultKind> which) {
        return Arrays.stream(FaultKind.values())
                .filter(which)
                .map(FaultEntry::word)
                .collect(Collectors.joining(", "));
    }
}
