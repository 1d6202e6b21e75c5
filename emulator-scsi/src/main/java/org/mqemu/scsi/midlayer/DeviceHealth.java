package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicBoolean;

/** What error handling knows of a device (sdev_state, expecting_cc_ua, and sd's medium_access_timed_out). */
final class DeviceHealth {
    private static final int MAX_MEDIUM_ACCESS_TIMEOUTS = 2; // SD_MAX_MEDIUM_TIMEOUTS

    private volatile boolean online = true;
    private final AtomicBoolean expectsUnitAttention = new AtomicBoolean();
    private final AtomicBoolean saidOffline = new AtomicBoolean();
    private int mediumTimeouts;
    private boolean ignoresMediumTimeouts;

    boolean online() {
        return online;
    }

    void goesOffline() {
        online = false;
    }

    /** Somebody has reset it: it will say so. */
    void wasReset() {
        expectsUnitAttention.set(true);
    }

    /** Takes the unit attention that was expected and returns whether one was. */
    boolean takeUnitAttention() {
        return expectsUnitAttention.get() && expectsUnitAttention.compareAndSet(true, false);
    }

    /** Returns whether this is the first request that is rejected (offline_already). */
    boolean saysOfflineFirst() {
        return saidOffline.compareAndSet(false, true);
    }

    // ---- sd_eh_action, sd_eh_reset, sd_done ----

    /** A command failed: a timeout of this recovery counts once (sd_eh_reset). */
    synchronized void recoveryBegins() {
        ignoresMediumTimeouts = false;
    }

    /**
     * A read or write has timed out although the device answers, and returns whether it has done so too often: twice without
     * a command between that ended.
     */
    synchronized boolean mediumTimedOut() {
        if (!ignoresMediumTimeouts) {
            mediumTimeouts++;
            ignoresMediumTimeouts = true;
        }
        return mediumTimeouts >= MAX_MEDIUM_ACCESS_TIMEOUTS;
    }

    /** A command has ended. */
    void commandEnded() {
        if (mediumTimeouts != 0) {
            forgetMediumTimeouts();
        }
    }

    private synchronized void forgetMediumTimeouts() {
        mediumTimeouts = 0;
    }
}
