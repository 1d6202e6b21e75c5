package org.mqemu.runner.fio;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** fio's numbers: sizes with binary suffixes, times with units, and what fio 3.33 makes of the text around them. */
final class FioNumbers {

    private static final Pattern NUMBER = Pattern.compile("(0[xX][0-9a-fA-F]+|[0-9]+)([A-Za-z]*)(.*)");
    private static final Pattern OPERATOR = Pattern.compile("\\s*[*/+^-].*");
    private static final Pattern UNIT = Pattern.compile("([kmgtp])(i?b?)");
    private static final String POWERS = "kmgtp";
    private static final int HEX_PREFIX = 2;
    private static final int HEX = 16;
    private static final int NARROW = 100;
    private static final int BINARY = 1024;
    private static final int DECIMAL = 1000;
    private static final BigInteger NS_PER_US = BigInteger.valueOf(1_000);
    private static final BigInteger US_PER_S = BigInteger.valueOf(1_000_000);
    private static final BigInteger NS_PER_S = BigInteger.valueOf(1_000_000_000L);
    private static final Map<String, Long> TIME_UNITS_NS = Map.of(
            "us",
            1_000L,
            "usec",
            1_000L,
            "ms",
            1_000_000L,
            "msec",
            1_000_000L,
            "s",
            1_000_000_000L,
            "m",
            60_000_000_000L,
            "h",
            3_600_000_000_000L,
            "d",
            86_400_000_000_000L);

    private FioNumbers() {}

    /**
     * A whole number within bounds, with an optional size suffix as fio allows for every number.
     *
     * @param kbBase 1024 or 1000: what {@code k} means
     * @param what what is expected, as in "a whole number"; the bounds are added
     * @param warn told of text that fio passes over
     */
    static long whole(String text, int kbBase, long min, long max, String what, Consumer<String> warn) {
        boolean narrow = max <= NARROW;
        String wanted = what + (narrow ? " from " + min + " to " + max : " of at least " + min);
        BigInteger value = amount(text, wanted, kbBase, warn);
        boolean large = value != null && !narrow && value.signum() > 0 && value.compareTo(BigInteger.valueOf(min)) > 0;
        return inBounds(value, min, max, large ? what + " of at most " + max : wanted, text, kbBase);
    }

    /** A time in nanoseconds; a bare number is in seconds. */
    static long timeNs(String text, Consumer<String> warn) {
        String wanted = "a time such as 10, 10s, 500ms, 2m, 1h or 1d";
        BigInteger value;
        if (text.startsWith("(")) {
            value = FioExpression.evaluate(text, FioNumbers::timeUnitUs, US_PER_S);
            value = value == null ? null : value.multiply(NS_PER_US);
        } else {
            value = leading(text, wanted, FioNumbers::timeUnit, NS_PER_S, warn);
        }
        return inBounds(value, 0, Long.MAX_VALUE, wanted + " of at least 0 and less than 292 years", text, BINARY);
    }

    private static @Nullable BigInteger amount(String text, String wanted, int kbBase, Consumer<String> warn) {
        FioExpression.Units units = suffix -> sizeUnit(suffix, kbBase);
        return text.startsWith("(")
                ? FioExpression.evaluate(text, units, BigInteger.ONE)
                : leading(text, wanted, units, BigInteger.ONE, warn);
    }

    /** The number at the start of the text; what follows it is an error, or a sum that fio does not do. */
    private static BigInteger leading(
            String text, String wanted, FioExpression.Units units, BigInteger bareUnit, Consumer<String> warn) {
        Matcher match = NUMBER.matcher(text);
        if (!match.matches()) {
            throw FioBadValue.expected(wanted);
        }
        String digits = match.group(1);
        boolean hex = digits.length() > HEX_PREFIX && Character.toLowerCase(digits.charAt(1)) == 'x';
        String suffix = match.group(2).toLowerCase(Locale.ROOT);
        BigInteger unit = suffix.isEmpty() ? bareUnit : hex ? null : units.of(suffix);
        if (unit == null) {
            throw FioBadValue.expected(wanted);
        }
        String rest = match.group(3);
        if (!rest.isEmpty()) {
            if (!OPERATOR.matcher(rest).matches() || FioExpression.evaluate(text, units, BigInteger.ONE) == null) {
                throw FioBadValue.expected(wanted);
            }
            warn.accept("fio reads \"" + text + "\" as " + digits + match.group(2) + " and so do we; write (" + text
                    + ") for the result of the arithmetic");
        }
        BigInteger value = hex ? new BigInteger(digits.substring(HEX_PREFIX), HEX) : new BigInteger(digits);
        return value.multiply(unit);
    }

    private static long inBounds(
            @Nullable BigInteger value, long min, long max, String wanted, String text, int kbBase) {
        if (value == null
                || value.compareTo(BigInteger.valueOf(min)) < 0
                || value.compareTo(BigInteger.valueOf(max)) > 0) {
            throw FioBadValue.expected(wanted, unitHint(text, kbBase));
        }
        return value.longValueExact();
    }

    /** Why a size with an i in it may not be what its writer meant. */
    static String unitHint(String text, int kbBase) {
        boolean reversed = kbBase == BINARY && text.toLowerCase(Locale.ROOT).endsWith("ib");
        return reversed ? "with kb_base=1024 fio takes kib, mib, ... as powers of 1000; write k, m, ..." : "";
    }

    /** Multiplier of a lower-case size suffix. As in fio 3.33, "ki" is "k"; only "kib" swaps the base. */
    private static @Nullable BigInteger sizeUnit(String suffix, int kbBase) {
        if ("b".equals(suffix)) {
            return BigInteger.ONE;
        }
        Matcher match = UNIT.matcher(suffix);
        if (!match.matches()) {
            return null;
        }
        boolean swapped = "ib".equals(match.group(2));
        int base = swapped ? (kbBase == BINARY ? DECIMAL : BINARY) : kbBase;
        return BigInteger.valueOf(base).pow(POWERS.indexOf(match.group(1)) + 1);
    }

    private static @Nullable BigInteger timeUnit(String suffix) {
        Long ns = TIME_UNITS_NS.get(suffix);
        return ns == null ? null : BigInteger.valueOf(ns);
    }

    /** As in fio, a number without a unit is in microseconds once another number of the sum has one. */
    private static @Nullable BigInteger timeUnitUs(String suffix) {
        BigInteger ns = timeUnit(suffix);
        return ns == null ? null : ns.divide(NS_PER_US);
    }
}
