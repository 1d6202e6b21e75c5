package org.mqemu.scsi.midlayer;

/**
 * What one device remembers of TASK SET FULL, and when its queue depth was raised last.
 *
 * <p>Times are in jiffies; a report counts only if none came in the same 16 jiffies before. Any thread may call it;
 * calls are few.
 *
 * <p>Source: drivers/scsi/scsi.c, scsi_track_queue_full, and scsi_error.c, scsi_handle_queue_ramp_up, of 3.15 to 6.1.
 */
final class QueueFullTracker {
    /** A depth that stays as it is; as in the kernel, a depth of 1 is never lowered. */
    static final int UNCHANGED = 0;
    /** queue_ramp_up_period at first (SCSI_DEFAULT_RAMP_UP_PERIOD), in milliseconds. */
    static final long RAMP_UP_PERIOD_MS = 120_000;

    private static final int SAME_EVENT_SHIFT = 4;
    private static final int REPORTS_BEFORE_CHANGE = 10;

    private long lastFull;
    private int lastFullDepth;
    private int lastFullCount;
    private long lastRampUp;
    private long rampUpPeriodMs = RAMP_UP_PERIOD_MS;

    /**
     * The device was full.
     *
     * @param depth how many commands it is thought to have had beside the one that it refused
     * @param now the time
     * @return the new queue depth, or {@link #UNCHANGED}
     */
    synchronized int full(int depth, long now) {
        if (now >> SAME_EVENT_SHIFT == lastFull >> SAME_EVENT_SHIFT) {
            return UNCHANGED;
        }
        lastFull = now;
        if (lastFullDepth == depth) {
            lastFullCount++;
        } else {
            lastFullDepth = depth;
            lastFullCount = 1;
        }
        return lastFullCount > REPORTS_BEFORE_CHANGE ? depth : UNCHANGED;
    }

    /** Returns whether a period has passed since the depth was raised and since the device was full. */
    synchronized boolean mayRampUp(long now, Jiffies jiffies) {
        long period = jiffies.ofMs(rampUpPeriodMs);
        return now >= lastRampUp + period && now >= lastFull + period;
    }

    /** The depth has been raised. */
    synchronized void rampedUp(long now) {
        lastRampUp = now;
    }

    /** Changes queue_ramp_up_period, in milliseconds. */
    synchronized void rampUpPeriodMs(long ms) {
        rampUpPeriodMs = ms;
    }
}
