package org.mqemu.api.hardware;

/** What a drive or a volume can be told. */
public interface BlockTarget {

    /**
     * Takes a command. It is answered by exactly one {@link CommandDone} with its token.
     *
     * @param command the command, at the emulated time at which it reaches the target
     */
    void onBlockCommand(BlockCommand command);
}
