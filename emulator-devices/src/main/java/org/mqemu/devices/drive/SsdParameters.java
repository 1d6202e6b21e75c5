package org.mqemu.devices.drive;

import org.mqemu.devices.Range;
import org.mqemu.devices.server.ByteRate;

/**
 * What an SSD is made of.
 *
 * @param capacitySectors the size, in sectors of 512 bytes, from 1 to {@link #MAX_SECTORS}
 * @param channels the number of independent channels, from 1 to {@link #MAX_CHANNELS}
 * @param placement which channel serves a command
 * @param stripeSectors the length of a stripe, in sectors, at least 1; used by {@link Placement#STRIPED} only
 * @param read a channel's time for a read
 * @param program a channel's time for a write
 * @param flushNs the time of a flush, in nanoseconds, occupying no channel
 * @param discardNs the time of a discard, in nanoseconds, occupying no channel
 * @param channelBytesPerSecond a channel's transfer rate, in bytes a second, which adds to read and program; 0 makes
 *     a command's length free
 */
public record SsdParameters(
        long capacitySectors,
        int channels,
        Placement placement,
        int stripeSectors,
        ServiceTime read,
        ServiceTime program,
        long flushNs,
        long discardNs,
        long channelBytesPerSecond) {
    /** The largest capacity, in sectors of 512 bytes: 2^63 bytes. */
    public static final long MAX_SECTORS = 1L << 54;

    /** The largest number of channels. */
    public static final int MAX_CHANNELS = 4096;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter lies outside its range
     */
    public SsdParameters {
        Range.check("capacitySectors", capacitySectors, 1, MAX_SECTORS);
        Range.check("channels", channels, 1, MAX_CHANNELS);
        Range.check("stripeSectors", stripeSectors, 1, Integer.MAX_VALUE);
        Range.check("flushNs", flushNs, 0, ServiceTime.MAX_MEAN_NS);
        Range.check("discardNs", discardNs, 0, ServiceTime.MAX_MEAN_NS);
        Range.check("channelBytesPerSecond", channelBytesPerSecond, 0, ByteRate.MAX_BYTES_PER_SECOND);
    }
}
