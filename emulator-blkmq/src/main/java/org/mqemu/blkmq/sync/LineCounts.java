package org.mqemu.blkmq.sync;

/**
 * What has happened at a cache line.
 *
 * @param touches how often it was touched
 * @param transfers how often it was fetched from another CPU
 * @param remoteTransfers how often it was fetched from another node
 * @param costNs what the touches cost, waiting included, in nanoseconds
 */
public record LineCounts(long touches, long transfers, long remoteTransfers, long costNs) {

    /** Returns the sum of two spans. */
    public LineCounts plus(LineCounts other) {
        return new LineCounts(
                touches + other.touches,
                transfers + other.transfers,
                remoteTransfers + other.remoteTransfers,
                costNs + other.costNs);
    }

    /** Returns what has happened since an earlier moment. */
    public LineCounts since(LineCounts earlier) {
        return new LineCounts(
                touches - earlier.touches,
                transfers - earlier.transfers,
                remoteTransfers - earlier.remoteTransfers,
                costNs - earlier.costNs);
    }
}
