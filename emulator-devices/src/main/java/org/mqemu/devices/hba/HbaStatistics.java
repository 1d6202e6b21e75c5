package org.mqemu.devices.hba;

/**
 * What an HBA has counted since the start of the run: {@code commands = completed + failed + ended +
 * inFlight}.
 *
 * @param commands commands taken from the submission queue
 * @param completed commands that ended well
 * @param failed commands that ended otherwise
 * @param ended commands that a task management function or a reset ended
 * @param late answers of drives to commands that had been ended
 * @param inFlight commands that have not ended
 * @param maxInFlight the most commands that were in flight at once
 * @param firmwareBusyNs how long the firmware was at work, in nanoseconds
 * @param dmaBusyNs how long the DMA engine was at work, in nanoseconds
 */
public record HbaStatistics(
        long commands,
        long completed,
        long failed,
        long ended,
        long late,
        int inFlight,
        int maxInFlight,
        long firmwareBusyNs,
        long dmaBusyNs) {}
