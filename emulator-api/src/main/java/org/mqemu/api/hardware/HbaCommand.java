package org.mqemu.api.hardware;

import org.mqemu.api.engine.Message;

/**
 * A command that a low-level driver wrote to an HBA's submission queue.
 *
 * @param index the driver's command index, given back in the reply; not in use twice at once
 * @param serial the driver's number that tells it apart from others with the same index, given back in the reply
 * @param queue the submission queue that it was written to, counted from 0
 * @param lun the logical unit on the HBA, counted from 0
 * @param op what to do
 * @param sector the first sector, in units of 512 bytes
 * @param sectors the number of sectors; 0 for a flush
 * @param replyQueue the reply queue that the answer shall be posted to, counted from 0
 */
public record HbaCommand(int index, int serial, int queue, int lun, Op op, long sector, int sectors, int replyQueue)
        implements Message<HbaPort> {

    @Override
    public void deliverTo(HbaPort target) {
        target.onHbaCommand(this);
    }
}
