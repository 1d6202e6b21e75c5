package org.mqemu.devices.hba;

import org.mqemu.devices.Range;
import org.mqemu.devices.server.ByteRate;

/**
 * What an HBA can do.
 *
 * <p>Source of the shape: a request cap and a byte rate with an overhead of each request are the two limits that
 * published HBA measurements show. A cap of 979 K requests a second (1,021 ns) is what Robert Elliott measured on an
 * hpsa controller (linux-scsi, June 2014); a small overhead of each request in bytes is what makes merged requests
 * faster on controllers that are bound by PCIe.
 *
 * @param canQueue commands that the HBA holds at once, {@code can_queue}: from 1 to {@link #MAX_CAN_QUEUE}
 * @param requestNs the firmware's time for a request, one at a time, in nanoseconds; 0 for no cap
 * @param bytesPerSecond the DMA and PCIe rate, in bytes a second; 0 for no limit
 * @param overheadBytes the bytes that a request costs at that rate on top of its data, at least 0
 * @param submitLatencyNs the way from the HBA to the drive, in nanoseconds, occupying nothing
 * @param replyLatencyNs the way from the drive to host memory, in nanoseconds, occupying nothing
 * @param resetNs how long a reset of the HBA takes, in nanoseconds
 */
public record HbaParameters(
        int canQueue,
        long requestNs,
        long bytesPerSecond,
        int overheadBytes,
        long submitLatencyNs,
        long replyLatencyNs,
        long resetNs) {
    /** The largest number of commands that an HBA can hold at once. */
    public static final int MAX_CAN_QUEUE = 1 << 20;

    /** The largest time of each parameter, in nanoseconds. */
    public static final long MAX_TIME_NS = 60_000_000_000L;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter lies outside its range
     */
    public HbaParameters {
        Range.check("canQueue", canQueue, 1, MAX_CAN_QUEUE);
        Range.check("requestNs", requestNs, 0, MAX_TIME_NS);
        Range.check("bytesPerSecond", bytesPerSecond, 0, ByteRate.MAX_BYTES_PER_SECOND);
        Range.check("overheadBytes", overheadBytes, 0, 1 << 20);
        Range.check("submitLatencyNs", submitLatencyNs, 0, MAX_TIME_NS);
        Range.check("replyLatencyNs", replyLatencyNs, 0, MAX_TIME_NS);
        Range.check("resetNs", resetNs, 0, MAX_TIME_NS);
    }
}
