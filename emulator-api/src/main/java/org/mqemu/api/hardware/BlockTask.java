package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;

/**
 * A task management function that reaches a drive or a volume.
 *
 * <p>A command that it ends may still be answered, if its answer was on the way: its sender drops that.
 *
 * @param token the sender's number for it, given back in {@link CommandDone}
 * @param kind what to do; never {@link TaskKind#HOST_RESET}
 * @param abortToken the token of the command to end, for {@link TaskKind#ABORT_TASK}; else -1
 * @param replyTo who is told when it is done
 */
public record BlockTask(long token, TaskKind kind, long abortToken, Ref<CommandSink> replyTo)
        implements Message<BlockTarget> {

    @Override
    public void deliverTo(BlockTarget target) {
        target.onBlockTask(this);
    }
}
