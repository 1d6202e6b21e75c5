package org.mqemu.api.settings;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations and sizes in the notation of HOCON, but exactly: nothing is rounded and nothing overflows. */
final class Quantities {

    private static final Pattern QUANTITY = Pattern.compile("([+-]?\\d{1,30}(?:\\.\\d{1,30})?)\\s*([A-Za-z]*)");
    private static final Map<String, Long> NANOSECONDS = durations();
    private static final Map<String, Long> BYTES = sizes();

    private Quantities() {}

    /** The nanoseconds in, for example, {@code 1.5 ms}; nothing if unreadable or not a whole number of them. */
    static Optional<BigInteger> duration(String text) {
        return parse(text, NANOSECONDS);
    }

    /** The bytes in, for example, {@code 64 KiB}; a bare number counts bytes; nothing if unreadable. */
    static Optional<BigInteger> size(String text) {
        return parse(text, BYTES);
    }

    /** A duration in the largest unit that it is a whole number of. */
    static String shownDuration(long ns) {
        return shown(ns, NANOSECONDS, List.of("d", "h", "m", "s", "ms", "us", "ns"));
    }

    /** A size in the largest unit that it is a whole number of. */
    static String shownSize(long bytes) {
        return bytes < 1024 ? bytes + " bytes" : shown(bytes, BYTES, List.of("TiB", "GiB", "MiB", "KiB", "B"));
    }

    private static String shown(long amount, Map<String, Long> units, List<String> largestFirst) {
        for (String name : largestFirst) {
            long unit = units.getOrDefault(name, 1L);
            if (amount != 0 && amount % unit == 0) {
                return amount / unit + name;
            }
        }
        return amount + largestFirst.get(largestFirst.size() - 1);
    }

    private static Optional<BigInteger> parse(String text, Map<String, Long> units) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Long unit = units.get(matcher.group(2));
        if (unit == null) {
            return Optional.empty();
        }
        try {
            BigDecimal amount = new BigDecimal(matcher.group(1));
            return Optional.of(amount.multiply(BigDecimal.valueOf(unit)).toBigIntegerExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Map<String, Long> durations() {
        Map<String, Long> units = new TreeMap<>();
        name(units, 1L, "ns", "nano", "nanos", "nanosecond", "nanoseconds");
        name(units, 1_000L, "us", "micro", "micros", "microsecond", "microseconds");
        name(units, 1_000_000L, "ms", "milli", "millis", "millisecond", "milliseconds");
        name(units, 1_000_000_000L, "s", "second", "seconds");
        name(units, 60_000_000_000L, "m", "minute", "minutes");
        name(units, 3_600_000_000_000L, "h", "hour", "hours");
        name(units, 86_400_000_000_000L, "d", "day", "days");
        return units;
    }

    private static Map<String, Long> sizes() {
        Map<String, Long> units = new TreeMap<>();
        name(units, 1L, "", "B", "b", "byte", "bytes");
        name(units, 1_000L, "kB", "kilobyte", "kilobytes");
        name(units, 1_000_000L, "MB", "megabyte", "megabytes");
        name(units, 1_000_000_000L, "GB", "gigabyte", "gigabytes");
        name(units, 1_000_000_000_000L, "TB", "terabyte", "terabytes");
        name(units, 1L << 10, "k", "K", "Ki", "KiB", "kibibyte", "kibibytes");
        name(units, 1L << 20, "m", "M", "Mi", "MiB", "mebibyte", "mebibytes");
        name(units, 1L << 30, "g", "G", "Gi", "GiB", "gibibyte", "gibibytes");
        name(units, 1L << 40, "t", "T", "Ti", "TiB", "tebibyte", "tebibytes");
        return units;
    }

    private static void name(Map<String, Long> units, long factor, String... names) {
        for (String name : names) {
            units.put(name, factor);
        }
    }
}
