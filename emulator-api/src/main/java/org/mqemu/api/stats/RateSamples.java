package org.mqemu.api.stats;

/**
 * fio's bandwidth and IOPS samples: one per window of 500 ms that is over and was not empty.
 *
 * <p>A run shorter than a window has no sample, as with fio. The samples are whole numbers, rounded down, as fio's are.
 */
public final class RateSamples {
    private static final long US_PER_S = 1_000_000;
    private static final long NS_PER_US = 1_000;

    private final long windowNs;
    private final long windowUs;
    private final Summary bandwidth = new Summary();
    private final Summary iops = new Summary();
    private long endNs;
    private long bytes;
    private long ios;

    /**
     * Starts the first window.
     *
     * @param windowNs length of a window in emulated ns, at least 1 us
     * @param startNs emulated time at which the job started
     */
    RateSamples(long windowNs, long startNs) {
        this.windowNs = windowNs;
        this.windowUs = windowNs / NS_PER_US;
        this.endNs = startNs + windowNs;
    }

    /**
     * Takes one completion.
     *
     * @param atNs emulated time, not before the previous one's window
     * @param size bytes moved
     */
    void record(long atNs, long size) {
        if (atNs >= endNs) {
            closeUntil(atNs);
        }
        bytes += size;
        ios++;
    }

    /** Closes the windows that are over at the given emulated time. */
    void closeUntil(long atNs) {
        if (atNs < endNs) {
            return;
        }
        if (ios > 0) {
            bandwidth.record(bytes * US_PER_S / windowUs / 1024);
            iops.record(ios * US_PER_S / windowUs);
            bytes = 0;
            ios = 0;
        }
        endNs += ((atNs - endNs) / windowNs + 1) * windowNs;
    }

    /** Bandwidth samples in KiB/s. */
    public Summary bandwidth() {
        return bandwidth;
    }

    /** IOPS samples. */
    public Summary iops() {
        return iops;
    }

    void addAlongside(RateSamples other) {
        bandwidth.addAlongside(other.bandwidth);
        iops.addAlongside(other.iops);
    }
}
