package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * A task management function that a low-level driver asks an HBA for.
 *
 * <p>It is answered by a {@link Reply} with its index and serial, {@link CommandStatus#GOOD} if it was carried out. The
 * commands that it ended are not answered: the driver takes them back when it reads this reply. A drive that does not
 * answer leaves the function unanswered.
 *
 * @param index the driver's index for it, not in use twice at once, shared with the commands' indexes
 * @param serial the driver's number that tells it apart from others with the same index
 * @param kind what to do
 * @param lun the logical unit, counted from 0; one of the target's for {@link TaskKind#TARGET_RESET} and of the channel's
 *     for {@link TaskKind#BUS_RESET}, ignored for {@link TaskKind#HOST_RESET}
 * @param abortIndex the index of the command to end, for {@link TaskKind#ABORT_TASK}; else -1
 * @param abortSerial the serial of that command
 * @param replyQueue the reply queue that the answer shall be posted to, counted from 0
 */
public record HbaTask(int index, int serial, TaskKind kind, int lun, int abortIndex, int abortSerial, int replyQueue)
        implements Message<HbaPort> {

    @Override
    public void deliverTo(HbaPort target) {
        target.onHbaTask(this);
    }
}
