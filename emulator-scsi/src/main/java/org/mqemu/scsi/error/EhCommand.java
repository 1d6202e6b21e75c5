package org.mqemu.scsi.error;

/** A command that error handling has. */
public interface EhCommand {
    /** Returns its device's number on the host, from 0. */
    int device();

    /** Returns its target, unique on the host. */
    int target();

    /** Returns its channel, from 0. */
    int channel();

    /** Returns whether its device is online. */
    boolean online();

    /** Returns whether it had no answer in time, so that it may be aborted (SCSI_EH_CANCEL_CMD). */
    boolean timedOut();

    /**
     * Its device has been reset or it has been aborted, and the device answers: the upper layer may still find that the
     * device is of no use and take it offline (scsi_eh_action).
     *
     * @param nowNs the emulated time, in nanoseconds
     */
    void recovered(long nowNs);

    /**
     * Nothing has helped: its device is taken offline.
     *
     * @param nowNs the emulated time, in nanoseconds
     */
    void goesOffline(long nowNs);
}
