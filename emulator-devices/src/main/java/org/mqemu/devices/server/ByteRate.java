package org.mqemu.devices.server;

import org.mqemu.devices.Range;

/**
 * Turns bytes into time at a fixed rate.
 *
 * <p>Results are whole nanoseconds; what rounding leaves over is carried to the next call, so that the long-run rate is
 * exact. Rounding each request by itself would shift the rate of 512-byte requests by up to a percent. Not thread-safe.
 */
public final class ByteRate {
    /** The rate that stands for "no limit". */
    public static final long UNLIMITED = 0;

    /** The largest rate, in bytes a second. */
    public static final long MAX_BYTES_PER_SECOND = 1_000_000_000_000L;

    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final long bytesPerSecond;
    private long carry;

    /**
     * Creates a rate.
     *
     * @param bytesPerSecond the rate, in bytes a second, at most {@link #MAX_BYTES_PER_SECOND}; 0 for no limit
     * @throws IllegalArgumentException if it lies outside
     */
    public ByteRate(long bytesPerSecond) {
        this.bytesPerSecond = Range.check("bytesPerSecond", bytesPerSecond, 0, MAX_BYTES_PER_SECOND);
        this.carry = bytesPerSecond / 2; // so that the first result is rounded to the nearest
    }

    /**
     * Returns how long some bytes take.
     *
     * @param bytes the number of bytes, from 0 to about 9 GB
     * @return the time, in nanoseconds; 0 if the rate has no limit
     * @throws ArithmeticException if there are too many bytes for one request
     */
    public long costNs(long bytes) {
        if (bytesPerSecond == UNLIMITED) {
            return 0;
        }
        long scaled = Math.addExact(Math.multiplyExact(bytes, NS_PER_SECOND), carry);
        long ns = scaled / bytesPerSecond;
        carry = scaled - ns * bytesPerSecond;
        return ns;
    }
}
