package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;

/**
 * A command to a drive or a volume.
 *
 * @param token the sender's number for it, given back in {@link CommandDone}
 * @param op what to do
 * @param sector the first sector, in units of 512 bytes
 * @param sectors the number of sectors; 0 for a flush
 * @param replyTo who is told when it is done
 */
public record BlockCommand(long token, Op op, long sector, int sectors, Ref<CommandSink> replyTo)
        implements Message<BlockTarget> {

    @Override
    public void deliverTo(BlockTarget target) {
        target.onBlockCommand(this);
    }
}
