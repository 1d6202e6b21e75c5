package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long a host, target or device that refused a command is left alone (host_blocked, target_blocked, device_blocked):
 * while it has commands, until one of them ends; else until it has been asked so many times.
 *
 * <p>Source: drivers/scsi/scsi_lib.c of 3.15 to 6.1, scsi_set_blocked and the three queue_ready functions.
 */
final class Blocked {
    /** SCSI_DEFAULT_HOST_BLOCKED. */
    static final int HOST = 7;
    /** SCSI_DEFAULT_TARGET_BLOCKED. */
    static final int TARGET = 3;
    /** SCSI_DEFAULT_DEVICE_BLOCKED. */
    static final int DEVICE = 3;

    private final int max;
    private final AtomicInteger left = new AtomicInteger();

    /**
     * Creates a counter that blocks nothing.
     *
     * @param max from what it counts down (max_host_blocked and so on), at least 1
     */
    Blocked(int max) {
        this.max = max;
    }

    boolean isSet() {
        return left.get() > 0;
    }

    void block() {
        left.set(max);
    }

    void unblock() {
        if (left.get() != 0) {
            left.set(0);
        }
    }

    /** Counts one attempt, and returns whether it was the last, so that the command may go on. */
    boolean countDown() {
        return left.decrementAndGet() <= 0;
    }
}
