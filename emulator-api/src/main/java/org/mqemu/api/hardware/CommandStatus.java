package org.mqemu.api.hardware;

/**
 * How a command ended, as an HBA reports it: the SCSI status with the sense key, or what happened to the command on its
 * way. Ordered from good to worst: of several parts of a command the worst one counts.
 *
 * <p>Source: SAM-5 and SPC-4 for the status and sense keys, include/scsi/scsi_status.h of Linux 6.1 for the host bytes.
 */
public enum CommandStatus {
    /** All of it was done (SAM_STAT_GOOD). */
    GOOD,
    /** The device can not take a command now (SAM_STAT_BUSY). */
    BUSY,
    /** The device's queue is full (SAM_STAT_TASK_SET_FULL, QUEUE FULL in older texts). */
    TASK_SET_FULL,
    /** CHECK CONDITION, sense key UNIT ATTENTION, 29h/00h: the device was reset or powered on. */
    UNIT_ATTENTION,
    /** CHECK CONDITION, sense key NOT READY, 04h/01h: the device is becoming ready. */
    NOT_READY,
    /** CHECK CONDITION, sense key ABORTED COMMAND: the device gave the command up. */
    ABORTED_COMMAND,
    /** A reset on the way ended the command (DID_RESET). */
    RESET,
    /** The link was disturbed (DID_TRANSPORT_DISRUPTED). */
    TRANSPORT_ERROR,
    /** CHECK CONDITION, sense key MEDIUM ERROR: the medium could not be read (11h/00h) or written (0Ch/00h). */
    MEDIUM_ERROR,
    /** CHECK CONDITION, sense key HARDWARE ERROR, 44h/00h. */
    HARDWARE_ERROR,
    /** CHECK CONDITION, sense key ILLEGAL REQUEST, 21h/00h: the address or length does not lie on the device. */
    ILLEGAL_REQUEST,
    /** There is no such device (DID_NO_CONNECT). */
    NO_CONNECT,
    /** There was no answer, and the host has given up waiting (DID_TIME_OUT). */
    TIMED_OUT;

    /** Returns whether the device answered with CHECK CONDITION, so that there is sense data. */
    public boolean hasSense() {
        return switch (this) {
            case UNIT_ATTENTION, NOT_READY, ABORTED_COMMAND, MEDIUM_ERROR, HARDWARE_ERROR, ILLEGAL_REQUEST -> true;
            default -> false;
        };
    }
}
