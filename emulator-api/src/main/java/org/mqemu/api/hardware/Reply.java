package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * An entry of a reply queue.
 *
 * @param index the driver's command index
 * @param status how the command ended
 */
public record Reply(int index, CommandStatus status) implements Message<VectorPort> {

    @Override
    public void deliverTo(VectorPort target) {
        target.onReply(this);
    }
}
