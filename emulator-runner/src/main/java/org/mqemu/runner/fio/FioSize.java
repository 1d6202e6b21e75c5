package org.mqemu.runner.fio;

import java.util.Locale;

/**
 * An amount of data: bytes, or a share of the device.
 *
 * @param unit what the value counts
 * @param value bytes, at least 0, or percent, from 0 to 100; 0 for {@link Unit#UNSET}
 */
public record FioSize(Unit unit, long value) {

    /** Not given: for a size, the whole device. */
    public static final FioSize UNSET = new FioSize(Unit.UNSET, 0);

    private static final long PERCENT = 100;

    /** What a value counts. */
    public enum Unit {
        /** Not given. */
        UNSET,
        /** Bytes. */
        BYTES,
        /** Percent of the device. */
        PERCENT
    }

    /**
     * Whether the amount was given.
     *
     * @return false for {@link Unit#UNSET}
     */
    public boolean isSet() {
        return unit != Unit.UNSET;
    }

    /**
     * The amount on a device.
     *
     * @param deviceBytes size of the device, at least 0
     * @param unsetBytes answer if the amount was not given
     * @return bytes, rounded down; may be more than the device holds
     */
    public long bytes(long deviceBytes, long unsetBytes) {
        return switch (unit) {
            case UNSET -> unsetBytes;
            case BYTES -> value;
            case PERCENT -> deviceBytes / PERCENT * value + deviceBytes % PERCENT * value / PERCENT;
        };
    }

    /**
     * The amount as text.
     *
     * @return as in {@code 4096}, {@code 50%} or {@code unset}
     */
    @Override
    public String toString() {
        return switch (unit) {
            case UNSET -> "unset";
            case BYTES -> Long.toString(value);
            case PERCENT -> String.format(Locale.ROOT, "%d%%", value);
        };
    }
}
