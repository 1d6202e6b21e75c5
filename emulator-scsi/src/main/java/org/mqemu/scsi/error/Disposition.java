package org.mqemu.scsi.error;

/** What becomes of a command that the low-level driver has completed (enum scsi_disposition). */
public enum Disposition {
    /** It is passed on to the upper layer, however it ended. */
    SUCCESS,
    /** It is tried again at once. */
    NEEDS_RETRY,
    /** It is tried again when the device takes commands. */
    ADD_TO_MLQUEUE,
    /** Error handling must have a look at the device. */
    FAILED
}
