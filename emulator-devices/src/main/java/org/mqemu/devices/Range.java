package org.mqemu.devices;

/** Checks parameters, so that every device refuses a wrong one in the same words. */
public final class Range {
    private Range() {}

    /**
     * Checks that a parameter lies in its range.
     *
     * @param name the parameter's name as the user wrote it, with its unit: {@code requestNs}
     * @param value the value
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @return the value
     * @throws IllegalArgumentException if it lies outside
     */
    public static long check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ": " + value);
        }
        return value;
    }
}
