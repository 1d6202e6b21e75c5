package org.mqemu.api.stats;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;

/**
 * A percentile, compared without rounding.
 *
 * <p>fio compares {@code cumulative >= p / 100 * N} in extended precision, where p is the double nearest to the number
 * as written. That double is a little above 99.95, so of 8000 samples the 7997th is meant and not the 7996th. Computing
 * in doubles picks the wrong bucket, and so does taking 99.95 as the decimal number it looks like: of the 51
 * percentiles of a recorded run of fio 3.33, doubles reproduce 49, decimals 47, and the double's exact value all.
 *
 * @param value the percentile, above 0 and at most 100
 * @param decimals decimals it was written with, at least 0; fio prints a list with the largest of them
 */
public record Percentile(double value, int decimals) implements Comparable<Percentile> {
    private static final List<Percentile> FIO_DEFAULTS = Stream.of(
                    "1.00", "5.00", "10.00", "20.00", "30.00", "40.00", "50.00", "60.00", "70.00", "80.00", "90.00",
                    "95.00", "99.00", "99.50", "99.90", "99.95", "99.99")
            .map(Percentile::of)
            .toList();

    /** Checks the range. */
    public Percentile {
        if (!(value > 0 && value <= 100) || decimals < 0) {
            throw new IllegalArgumentException("a percentile is above 0 and at most 100, not " + value);
        }
    }

    /** Reads a percentile from decimal text such as {@code 99.95}. */
    public static Percentile of(String text) {
        BigDecimal decimal = new BigDecimal(text);
        return new Percentile(decimal.doubleValue(), Math.max(0, decimal.scale()));
    }

    /** The list fio reports unless {@code percentile_list} says otherwise: 17 values from 1 to 99.99. */
    public static List<Percentile> fioDefaults() {
        return FIO_DEFAULTS;
    }

    /**
     * The smallest whole rank that is not below p percent of {@code n}.
     *
     * @param n number of samples, at least 0
     */
    public long rankOf(long n) {
        return new BigDecimal(value)
                .multiply(BigDecimal.valueOf(n))
                .movePointLeft(2)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** fio's key in JSON: six decimals, such as {@code 99.950000}. */
    public String jsonKey() {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    }

    @Override
    public int compareTo(Percentile other) {
        return Double.compare(value, other.value);
    }
}
