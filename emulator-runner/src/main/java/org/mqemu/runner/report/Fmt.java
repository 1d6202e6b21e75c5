package org.mqemu.runner.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers and columns as C's printf writes them in the C locale. */
final class Fmt {
    private Fmt() {}

    /**
     * printf's {@code %.<decimals>f}: the exact binary value, rounded half to even; {@code inf} and {@code nan} as C.
     */
    static String fixed(double value, int decimals) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** {@link #fixed} padded on the left to a width: printf's {@code %<width>.<decimals>f}. */
    static String fixed(double value, int width, int decimals) {
        return left(fixed(value, decimals), width);
    }

    /** Padded on the left, by characters as a reader counts them. */
    static String left(String text, int width) {
        return " ".repeat(missing(text, width)) + text;
    }

    /** Padded on the right, by characters as a reader counts them. */
    static String right(String text, int width) {
        return text + " ".repeat(missing(text, width));
    }

    private static int missing(String text, int width) {
        return Math.max(0, width - text.codePointCount(0, text.length()));
    }

    /** A duration with the unit that suits it: {@code 850 ns}, {@code 41.25 us}, {@code 41.25 ms}, {@code 2.06 s}. */
    static String duration(long ns) {
        return duration((double) ns);
    }

    /** {@link #duration(long)} of a mean. */
    static String duration(double ns) {
        if (ns < 1_000) {
            return fixed(ns, ns == Math.rint(ns) ? 0 : 1) + " ns";
        }
        if (ns < 1_000_000) {
            return fixed(ns / 1e3, 2) + " us";
        }
        return ns < 1_000_000_000 ? fixed(ns / 1e6, 2) + " ms" : fixed(ns / 1e9, 3) + " s";
    }
}
