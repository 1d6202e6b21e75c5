package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * An entry of a reply queue.
 *
 * @param index the driver's index of a command or a task management function
 * @param serial the command's serial: a driver that has taken the index back meanwhile drops the reply
 * @param status how the command ended
 */
public record Reply(int index, int serial, CommandStatus status) implements Message<VectorPort> {

    @Override
    public void deliverTo(VectorPort target) {
        target.onReply(this);
    }
}
