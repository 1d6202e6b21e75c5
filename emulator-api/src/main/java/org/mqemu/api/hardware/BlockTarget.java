package org.mqemu.api.hardware;

/** What a drive or a volume can be told. */
public interface BlockTarget {

    /**
     * Takes a command. It is answered by exactly one {@link CommandDone} with its token, unless a task management function
     * ends it before, or the target has failed.
     *
     * @param command the command, at the emulated time at which it reaches the target
     */
    void onBlockCommand(BlockCommand command);

    /**
     * Takes a task management function, answered by a {@link CommandDone} with its token.
     *
     * @param task the function, at the emulated time at which it reaches the target
     */
    void onBlockTask(BlockTask task);
}
