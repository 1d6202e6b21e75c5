package org.mqemu.scsi.midlayer;

/** What a low-level driver's queuecommand answers. */
public enum QueueResult {
    /** The host has the command. */
    OK,
    /** The host can not take a command now (SCSI_MLQUEUE_HOST_BUSY, and any other number). */
    HOST_BUSY,
    /** The target can not (SCSI_MLQUEUE_TARGET_BUSY). */
    TARGET_BUSY,
    /** The device can not (SCSI_MLQUEUE_DEVICE_BUSY). */
    DEVICE_BUSY
}
