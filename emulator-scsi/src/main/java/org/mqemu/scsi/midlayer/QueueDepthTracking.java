package org.mqemu.scsi.midlayer;

/**
 * How a driver that tracks queue depths (track_queue_depth) follows what its targets can take: each device of a target
 * gives up a command of its queue depth after eleven reports of TASK SET FULL, and gets one back after every period
 * without any, up to what it had been given.
 *
 * <p>Source: drivers/scsi/scsi_error.c of 3.15 to 6.1, scsi_handle_queue_full and scsi_handle_queue_ramp_up. Up to 3.18
 * each driver did the first itself, in its change_queue_depth.
 */
public final class QueueDepthTracking {
    /** The value of untaggedDepth for kernels that track without end. */
    public static final int STAYS_TAGGED = 0;

    private static final int FEWEST_TAGS = 8;

    private final Jiffies jiffies;
    private final boolean tracks;
    private final int untaggedDepth;

    /**
     * Creates the tracking of a driver's devices.
     *
     * @param jiffies the kernel's ticks
     * @param tracks whether the driver tracks queue depths; if not, nothing ever changes
     * @param untaggedDepth the queue depth in place of one below 8, which a device without tags has: cmd_per_lun up to
     *     3.18 (scsi_track_queue_full); {@link #STAYS_TAGGED} since
     */
    public QueueDepthTracking(Jiffies jiffies, boolean tracks, int untaggedDepth) {
        this.jiffies = jiffies;
        this.tracks = tracks;
        this.untaggedDepth = untaggedDepth;
    }

    /**
     * A device has ended a command with TASK SET FULL.
     *
     * @param device the device
     * @param nowNs the emulated time, in nanoseconds
     */
    public void queueFull(ScsiDevice device, long nowNs) {
        if (!tracks) {
            return;
        }
        long now = jiffies.at(nowNs);
        for (ScsiDevice unit : device.target().devices()) {
            int depth = unit.fullTracker().full(unit.queueDepth() - 1, now);
            if (depth != QueueFullTracker.UNCHANGED) {
                boolean untagged = untaggedDepth != STAYS_TAGGED && depth < FEWEST_TAGS;
                unit.changeQueueDepth(untagged ? untaggedDepth : depth);
            }
        }
    }

    /**
     * A device has ended a command with GOOD.
     *
     * @param device the device
     * @param nowNs the emulated time, in nanoseconds
     */
    public void succeeded(ScsiDevice device, long nowNs) {
        if (!tracks || device.queueDepth() >= device.maxQueueDepth()) {
            return;
        }
        long now = jiffies.at(nowNs);
        if (!device.fullTracker().mayRampUp(now, jiffies)) {
            return;
        }
        for (ScsiDevice unit : device.target().devices()) {
            if (unit.queueDepth() != device.maxQueueDepth()) {
                unit.changeQueueDepth(unit.queueDepth() + 1);
                device.fullTracker().rampedUp(now);
            }
        }
    }
}
