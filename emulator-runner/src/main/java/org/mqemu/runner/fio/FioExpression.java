package org.mqemu.runner.fio;

import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whole-number arithmetic with {@code + - * / ^}, parentheses and unit suffixes, as in {@code (4k * 2)}. Division cuts
 * off towards zero. Anything else is no expression.
 */
final class FioExpression {

    private static final int MAX_DEPTH = 50;
    private static final int MAX_BITS = 96;
    private static final int MAX_POWER = 64;

    /** Multiplier of a lower-case suffix; null if there is no such suffix. */
    interface Units {
        @Nullable BigInteger of(String suffix);
    }

    private final String text;
    private final Units units;
    private int at;
    private int depth;
    private boolean unitSeen;

    private FioExpression(String text, Units units) {
        this.text = text;
        this.units = units;
    }

    /**
     * Evaluates the text.
     *
     * @param units multiplier of a lower-case suffix, null if there is no such suffix
     * @param bareUnit multiplier of the whole if no suffix occurs in it
     * @return the value, or null if the text is not an expression or its value has no bound we could hold
     */
    static @Nullable BigInteger evaluate(String text, Units units, BigInteger bareUnit) {
        FioExpression expression = new FioExpression(text, units);
        try {
            BigInteger value = expression.sum();
            expression.skipSpace();
            if (expression.at != text.length()) {
                return null;
            }
            return expression.unitSeen ? value : bounded(value.multiply(bareUnit));
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private BigInteger sum() {
        BigInteger value = product();
        while (true) {
            if (take('+')) {
                value = bounded(value.add(product()));
            } else if (take('-')) {
                value = bounded(value.subtract(product()));
            } else {
                return value;
            }
        }
    }

    private BigInteger product() {
        BigInteger value = power();
        while (true) {
            if (take('*')) {
                value = bounded(value.multiply(power()));
            } else if (take('/')) {
                value = value.divide(power());
            } else {
                return value;
            }
        }
    }

    private BigInteger power() {
        BigInteger base = atom();
        if (!take('^')) {
            return base;
        }
        int exponent = power().intValueExact();
        if (exponent < 0 || exponent > MAX_POWER) {
            throw new ArithmeticException();
        }
        return bounded(base.pow(exponent));
    }

    private BigInteger atom() {
        if (++depth > MAX_DEPTH) {
            throw new ArithmeticException();
        }
        BigInteger value;
        if (take('-')) {
            value = atom().negate();
        } else if (take('(')) {
            value = sum();
            if (!take(')')) {
                throw new ArithmeticException();
            }
            value = withUnit(value);
        } else {
            value = withUnit(number());
        }
        depth--;
        return value;
    }

    private BigInteger number() {
        skipSpace();
        int start = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        if (at == start || at - start > MAX_BITS) {
            throw new ArithmeticException();
        }
        return bounded(new BigInteger(text.substring(start, at)));
    }

    private BigInteger withUnit(BigInteger value) {
        int start = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            return value;
        }
        BigInteger unit = units.of(text.substring(start, at).toLowerCase(Locale.ROOT));
        if (unit == null) {
            throw new ArithmeticException();
        }
        unitSeen = true;
        return bounded(value.multiply(unit));
    }

    private boolean take(char wanted) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static BigInteger bounded(BigInteger value) {
        if (value.bitLength() > MAX_BITS) {
            throw new ArithmeticException();
        }
        return value;
    }
}
