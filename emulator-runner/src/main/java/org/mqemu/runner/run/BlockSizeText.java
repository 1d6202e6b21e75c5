package org.mqemu.runner.run;

import java.util.Locale;
import org.mqemu.runner.fio.FioBlockSizes;

/** fio's text of a job's block sizes: {@code (R) 4096B-4096B, (W) 64.0KiB-64.0KiB, (T) 4096B-4096B}. */
final class BlockSizeText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

    private BlockSizeText() {}

    static String of(FioBlockSizes sizes) {
        return "(R) " + range(sizes.readBytes()) + ", (W) " + range(sizes.writeBytes()) + ", (T) "
                + range(sizes.trimBytes());
    }

    private static String range(long bytes) {
        return size(bytes) + "-" + size(bytes);
    }

    /** num2str with four digits, as fio prints it. */
    private static String size(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 9999.5 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        if (unit == 0) {
            return bytes + UNITS[0];
        }
        int decimals = value < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f%s", value, UNITS[unit]);
    }
}
