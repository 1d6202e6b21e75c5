package org.mqemu.api.hardware;

/** Who is told that a command is done: an HBA, or a volume that sent commands to its members. */
public interface CommandSink {

    /**
     * Takes the end of a command.
     *
     * @param done what ended and how
     */
    void onCommandDone(CommandDone done);
}
