package org.mqemu.devices.drive;

import org.mqemu.api.random.RandomStream;
import org.mqemu.devices.Range;

/**
 * How long a channel is at work on a command: a distribution with a mean.
 *
 * @param shape the distribution
 * @param meanNs the mean, in nanoseconds, from 0 to {@link #MAX_MEAN_NS}
 */
public record ServiceTime(Shape shape, long meanNs) {
    /** The largest mean, in nanoseconds. */
    public static final long MAX_MEAN_NS = 60_000_000_000L;

    /**
     * Checks the mean.
     *
     * @throws IllegalArgumentException if it lies outside
     */
    public ServiceTime {
        Range.check("service time meanNs", meanNs, 0, MAX_MEAN_NS);
    }

    /** A distribution of service times. */
    public enum Shape {
        /** Always the mean. */
        CONSTANT,
        /** Exponentially distributed. */
        EXPONENTIAL,
        /** Uniform between 0 and twice the mean. */
        UNIFORM
    }

    /**
     * Draws a service time.
     *
     * @param random the stream to draw from; a constant draws nothing
     * @return the time, rounded to the nearest nanosecond
     */
    public long drawNs(RandomStream random) {
        return switch (shape) {
            case CONSTANT -> meanNs;
            case EXPONENTIAL -> Math.round(random.nextExponential((double) meanNs));
            case UNIFORM -> Math.round(2.0 * meanNs * random.nextDouble());
        };
    }
}
