package org.mqemu.api.settings;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * One value about to be read, and where it is. No type is turned into another behind the user's back, save that a
 * number or a truth value may stand where text is wanted.
 */
record Reading(String path, ConfigValue value) {

    private static final int LONGEST_NUMBER = 400;
    private static final int LONGEST_WHOLE = 40;
    private static final int LONGEST_SHOWN = 60;

    long whole(long min, long max) {
        String text = scalar();
        if (value.valueType() == ConfigValueType.NUMBER && text.length() <= LONGEST_NUMBER) {
            return inRange(text, exactly(text), min, max);
        }
        if (value.valueType() == ConfigValueType.STRING && text.matches("[+-]?\\d{1,40}")) {
            BigInteger number = new BigInteger(text);
            if (number.bitLength() > 63) {
                return inRange(text, number, min, max);
            }
            throw wrongType("a whole number", "write it without quotes");
        }
        Optional<BigInteger> ns = path.endsWith("-ns") ? Quantities.duration(text) : Optional.empty();
        throw wrongType(
                "a whole number",
                ns.map(number -> "the key names the unit: write " + number).orElse(""));
    }

    double real(double min, double max) {
        if (value.valueType() != ConfigValueType.NUMBER || !(value.unwrapped() instanceof Number number)) {
            throw wrongType("a number", "");
        }
        double amount = number.doubleValue();
        if (!Double.isFinite(amount)) {
            throw wrong(shown() + " is not a finite number", "");
        }
        if (amount < min || amount > max) {
            throw wrong(shown() + " is out of range", "write a number from " + min + " to " + max);
        }
        return amount;
    }

    boolean flag() {
        if (value.unwrapped() instanceof Boolean flag) {
            return flag;
        }
        throw wrongType("true or false", "");
    }

    String text() {
        return switch (value.valueType()) {
            case STRING, NUMBER, BOOLEAN -> scalar();
            default -> throw wrongType("text", "");
        };
    }

    long duration(long min, long max) {
        String text = scalar();
        if (value.valueType() == ConfigValueType.NUMBER) {
            throw wrong("the number " + shown() + " has no unit", "write for example \"" + shown() + "us\"");
        }
        BigInteger amount = Quantities.duration(text)
                .orElseThrow(() -> wrongType("a duration in whole nanoseconds", "write for example 10ns, 1.5us, 2ms"));
        return inRange(text, amount, min, max, Quantities::shownDuration);
    }

    long size(long min, long max) {
        BigInteger amount = Quantities.size(scalar())
                .orElseThrow(() -> wrongType("a size in whole bytes", "write for example 512, 4KiB, 1MiB"));
        String shown = scalar().matches("\\d+") ? amount + " bytes" : scalar();
        return inRange(shown, amount, min, max, Quantities::shownSize);
    }

    SettingsException wrongType(String wanted, String hint) {
        return wrong("expected " + wanted + ", found " + found(), hint);
    }

    SettingsException wrong(String message, String hint) {
        return new SettingsException(new Problem(Origins.text(value.origin()), path, message, hint));
    }

    private BigInteger exactly(String text) {
        BigDecimal number = decimal(text).stripTrailingZeros();
        if (number.scale() > 0) {
            throw wrongType("a whole number", "");
        }
        if (number.precision() - (long) number.scale() > LONGEST_WHOLE) {
            return BigInteger.TEN.pow(LONGEST_WHOLE).multiply(BigInteger.valueOf(number.signum()));
        }
        return number.toBigIntegerExact();
    }

    private BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw wrongType("a whole number", "");
        }
    }

    private long inRange(String text, BigInteger number, long min, long max) {
        return inRange(text, number, min, max, String::valueOf);
    }

    private long inRange(String text, BigInteger number, long min, long max, LongFunction<String> shown) {
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            String bounds = max == Long.MAX_VALUE
                    ? "at least " + shown.apply(min)
                    : "from " + shown.apply(min) + " to " + shown.apply(max);
            String what = shown.apply(max).equals(String.valueOf(max)) ? "write a number " : "write ";
            throw wrong(shorten(text) + " is out of range", what + bounds);
        }
        return number.longValueExact();
    }

    /** The text as it was written; empty for a list or an object. */
    private String scalar() {
        return switch (value.valueType()) {
            case STRING, NUMBER, BOOLEAN -> value.atKey("v").getString("v");
            default -> "";
        };
    }

    private String found() {
        return switch (value.valueType()) {
            case OBJECT -> "an object";
            case LIST -> "a list";
            case STRING -> "the text " + shown();
            case NUMBER -> "the number " + shown();
            case BOOLEAN, NULL -> shown();
        };
    }

    private String shown() {
        return value.valueType() == ConfigValueType.NUMBER
                ? shorten(scalar())
                : shorten(value.render(ConfigRenderOptions.concise()));
    }

    private static String shorten(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }
}
