package org.mqemu.api.stats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;

/**
 * A percentile kept as the exact decimal number it was written as.
 *
 * <p>fio compares {@code cumulative >= p / 100 * N}. In binary floating point 99.95 is not 99.95, and the comparison then
 * picks a neighbouring bucket now and then; here the threshold is a whole rank computed without rounding.
 *
 * @param value the percentile, above 0 and at most 100
 */
public record Percentile(BigDecimal value) implements Comparable<Percentile> {
    private static final List<Percentile> FIO_DEFAULTS = Stream.of(
                    "1.00", "5.00", "10.00", "20.00", "30.00", "40.00", "50.00", "60.00", "70.00", "80.00", "90.00",
                    "95.00", "99.00", "99.50", "99.90", "99.95", "99.99")
            .map(Percentile::of)
            .toList();

    /** Checks the range. */
    public Percentile {
        if (value.signum() <= 0 || value.compareTo(BigDecimal.valueOf(100)) > 0) {
            throw new IllegalArgumentException("a percentile is above 0 and at most 100, not " + value);
        }
    }

    /** Reads a percentile from decimal text such as {@code 99.950000}. */
    public static Percentile of(String text) {
        return new Percentile(new BigDecimal(text));
    }

    /** The list fio reports unless {@code percentile_list} says otherwise: 17 values from 1 to 99.99. */
    public static List<Percentile> fioDefaults() {
        return FIO_DEFAULTS;
    }

    /**
     * The smallest whole rank that is not below p percent of {@code n}, computed without rounding.
     *
     * @param n number of samples, at least 0
     */
    public long rankOf(long n) {
        return value.multiply(new BigDecimal(BigInteger.valueOf(n)))
                .movePointLeft(2)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** fio's key in JSON: six decimals, such as {@code 99.950000}. */
    public String jsonKey() {
        return value.setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Number of decimals it was written with, at least 0; fio prints a list with the largest of them. */
    public int decimals() {
        return Math.max(0, value.scale());
    }

    @Override
    public int compareTo(Percentile other) {
        return value.compareTo(other.value);
    }
}
