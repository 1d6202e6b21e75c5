package org.mqemu.blkmq.elevator.fair;

/**
 * How long somebody takes from the end of a request to the next one: a mean in which a sample weighs 1/8.
 *
 * <p>Source: __cfq_update_io_thinktime of block/cfq-iosched.c (3.15 to 4.5), bfq_update_io_thinktime of
 * block/bfq-iosched.c (6.1). In nanoseconds, as in BFQ and in CFQ since 4.8; CFQ counted jiffies before.
 */
public final class ThinkTime {
    private static final int ENOUGH_SAMPLES = 80;
    private static final int SCALE = 256;

    private long lastEndNs;
    private long samples;
    private long total;
    private long meanNs;

    /**
     * Creates a think time without samples.
     *
     * @param nowNs the emulated time, from which the first sample counts
     */
    public ThinkTime(long nowNs) {
        lastEndNs = nowNs;
    }

    /** Copies another one. */
    public ThinkTime(ThinkTime other) {
        lastEndNs = other.lastEndNs;
        samples = other.samples;
        total = other.total;
        meanNs = other.meanNs;
    }

    /**
     * A request comes.
     *
     * @param nowNs the emulated time
     * @param mostNs what a sample is cut to
     */
    public void requested(long nowNs, long mostNs) {
        long elapsedNs = Math.max(0, Math.min(nowNs - lastEndNs, mostNs));
        samples = (7 * samples + SCALE) / 8;
        total = (7 * total + SCALE * elapsedNs) / 8;
        meanNs = (total + SCALE / 2) / samples;
    }

    /** A request has ended. */
    public void ended(long nowNs) {
        lastEndNs = nowNs;
    }

    /** Returns when the last request ended, in nanoseconds. */
    public long lastEndNs() {
        return lastEndNs;
    }

    /** Returns whether there were enough samples for the mean to count. */
    public boolean isKnown() {
        return samples > ENOUGH_SAMPLES;
    }

    /** Returns the mean, in nanoseconds. */
    public long meanNs() {
        return meanNs;
    }

    /** Returns whether it is known to be longer than a time. */
    public boolean isLongerThan(long ns) {
        return isKnown() && meanNs > ns;
    }
}
