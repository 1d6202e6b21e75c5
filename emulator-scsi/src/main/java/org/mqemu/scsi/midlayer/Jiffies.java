package org.mqemu.scsi.midlayer;

/**
 * The kernel's count of timer ticks at an emulated time.
 *
 * <p>Emulated time begins when the kernel does: jiffies begin five minutes below 2^32 (INITIAL_JIFFIES of
 * include/linux/jiffies.h), so that time stamps of 0 are long past.
 *
 * @param hz ticks a second (CONFIG_HZ), 100, 250, 300 or 1000
 */
public record Jiffies(int hz) {
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long MS_PER_SECOND = 1_000;
    private static final long SECONDS_TO_WRAP = 300;

    /** Checks the rate. */
    public Jiffies {
        if (hz != 100 && hz != 250 && hz != 300 && hz != 1000) {
            throw new IllegalArgumentException("HZ is 100, 250, 300 or 1000: " + hz);
        }
    }

    /**
     * Returns the ticks at a time.
     *
     * @param nowNs the emulated time, in nanoseconds, at least 0
     */
    public long at(long nowNs) {
        long seconds = nowNs / NS_PER_SECOND;
        return (1L << 32) - SECONDS_TO_WRAP * hz + seconds * hz + nowNs % NS_PER_SECOND * hz / NS_PER_SECOND;
    }

    /**
     * Returns a duration in ticks, rounded up (msecs_to_jiffies).
     *
     * @param ms the duration, in milliseconds, at least 0
     */
    public long ofMs(long ms) {
        return ms / MS_PER_SECOND * hz + (ms % MS_PER_SECOND * hz + MS_PER_SECOND - 1) / MS_PER_SECOND;
    }
}
