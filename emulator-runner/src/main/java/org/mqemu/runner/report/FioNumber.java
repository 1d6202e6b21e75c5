package org.mqemu.runner.report;

/**
 * fio's short numbers: at most four characters and a prefix, such as {@code 3998}, {@code 16.0k}, {@code 15.6MiB/s}.
 *
 * <p>A number that is too long is divided by 1000 or 1024 until its whole part fits; decimals fill up the width.
 */
final class FioNumber {
    private static final int SIGNIFICANT = 4;
    private static final String[] SI = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] IEC = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private FioNumber() {}

    /** A count such as IOPS: {@code 16.0k}. */
    static String count(long value) {
        return shorten(value, SIGNIFICANT, 1000, SI);
    }

    /** A latency bound in its line's unit, six characters wide at most: {@code 2292.6k}. */
    static String latency(long value) {
        return shorten(value, 6, 1000, SI);
    }

    /** Bytes by powers of two: {@code 31.3MiB}. */
    static String binaryBytes(long value) {
        return shorten(value, SIGNIFICANT, 1024, IEC) + "B";
    }

    /** Bytes by powers of ten: {@code 32.8MB}. */
    static String decimalBytes(long value) {
        return shorten(value, SIGNIFICANT, 1000, SI) + "B";
    }

    private static String shorten(long value, int width, int step, String[] prefixes) {
        long whole = value;
        int rest = 0;
        int prefix = 0;
        while (digits(whole) > width && prefix < prefixes.length - 1) {
            rest = (int) (whole % step);
            whole /= step;
            prefix++;
        }
        if (prefix == 0) {
            return whole + prefixes[0];
        }
        int decimals = width - digits(whole) - 1;
        if (decimals <= 0) {
            return (rest >= step / 2 ? whole + 1 : whole) + prefixes[prefix];
        }
        String fraction = Fmt.fixed((double) rest / step, decimals);
        long carried = fraction.charAt(0) == '1' ? whole + 1 : whole;
        return carried + fraction.substring(1) + prefixes[prefix];
    }

    private static int digits(long value) {
        return Long.toString(value).length();
    }
}
