package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * The end of a command.
 *
 * @param token the number that its sender gave it
 * @param status how it ended
 */
public record CommandDone(long token, CommandStatus status) implements Message<CommandSink> {

    @Override
    public void deliverTo(CommandSink target) {
        target.onCommandDone(this);
    }
}
