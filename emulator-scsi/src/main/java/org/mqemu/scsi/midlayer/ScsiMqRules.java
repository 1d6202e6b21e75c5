package org.mqemu.scsi.midlayer;

import org.mqemu.blkmq.block.BlockStatus;

/**
 * The rules by which generations of scsi-mq differ.
 *
 * @param takesBudgetFirst whether blk-mq takes a place on the device before it takes a request out (get_budget, 4.15),
 *     and a completion runs the queues of a device that was short of places; before that queue_rq took it and stopped
 *     the queues
 * @param runsEveryTime whether every completion runs the device's queues (up to 5.9), instead of only if one of them was
 *     short of places
 * @param countsHostBusy whether the host's commands are counted on a line of their own (host_busy, up to 5.4)
 * @param offlineStatus how requests of a device that is offline end: an I/O error, and since 5.18 as what they are
 */
public record ScsiMqRules(
        boolean takesBudgetFirst, boolean runsEveryTime, boolean countsHostBusy, BlockStatus offlineStatus) {
    /** The scsi-mq of 3.17. */
    public static final ScsiMqRules EARLY = new ScsiMqRules(false, false, true);

    /** Rules of kernels up to 5.17. */
    public ScsiMqRules(boolean takesBudgetFirst, boolean runsEveryTime, boolean countsHostBusy) {
        this(takesBudgetFirst, runsEveryTime, countsHostBusy, BlockStatus.IOERR);
    }
}
