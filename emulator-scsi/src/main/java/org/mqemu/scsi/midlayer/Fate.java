package org.mqemu.scsi.midlayer;

/** What is to be done with a command that was looked at after it failed. */
enum Fate {
    /** Its request ends. */
    END,
    /** Its request is issued again. */
    REQUEUE,
    /** Error handling has it: it keeps its places. */
    RECOVER
}
