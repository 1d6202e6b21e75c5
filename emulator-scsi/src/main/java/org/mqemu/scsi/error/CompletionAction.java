package org.mqemu.scsi.error;

import org.mqemu.api.hardware.CommandStatus;

/** What becomes of a command that ended with an error and was passed to the upper layer (scsi_io_completion_action). */
public enum CompletionAction {
    /** It fails. */
    FAIL,
    /** It is tried again at once. */
    RETRY,
    /** It is tried again when the device takes commands. */
    DELAYED_RETRY;

    /**
     * Decides, but for a command whose time is over, which fails.
     *
     * @param status how the driver completed the command
     */
    public static CompletionAction of(CommandStatus status) {
        return switch (status) {
            case RESET, UNIT_ATTENTION -> RETRY;
            case NOT_READY -> DELAYED_RETRY;
            default -> FAIL;
        };
    }
}
