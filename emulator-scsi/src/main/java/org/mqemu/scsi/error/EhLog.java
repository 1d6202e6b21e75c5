package org.mqemu.scsi.error;

import org.jspecify.annotations.Nullable;

/** Takes what error handling says of its steps (SCSI_LOG_ERROR_RECOVERY); printed if the host's logging level is as high. */
@FunctionalInterface
public interface EhLog {
    /**
     * Takes a line.
     *
     * @param level the level from which on it is printed, 1 to 5
     * @param about who it is about
     * @param command the command or its device, or null if it is about the host
     * @param text the line, without who says it
     */
    void say(int level, About about, @Nullable EhCommand command, String text);

    /** Who a line is about, which is printed before it. */
    enum About {
        /** The host. */
        HOST,
        /** The command's device. */
        DEVICE,
        /** The command. */
        COMMAND
    }
}
