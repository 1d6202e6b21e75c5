package org.mqemu.devices.drive;

import java.util.List;

/**
 * What an SSD has counted from the start of the run up to a time.
 *
 * @param reads reads taken
 * @param writes writes taken
 * @param flushes flushes taken
 * @param discards discards taken
 * @param rejected commands that did not lie on the drive; in none of the other counts
 * @param sectorsRead sectors of the reads taken
 * @param sectorsWritten sectors of the writes taken
 * @param sectorsDiscarded sectors of the discards taken
 * @param inFlight commands taken that are not done at that time
 * @param channelBusyNs how long each channel was at work, in nanoseconds
 */
public record SsdStatistics(
        long reads,
        long writes,
        long flushes,
        long discards,
        long rejected,
        long sectorsRead,
        long sectorsWritten,
        long sectorsDiscarded,
        long inFlight,
        List<Long> channelBusyNs) {

    /** Copies the list. */
    public SsdStatistics {
        channelBusyNs = List.copyOf(channelBusyNs);
    }

    /** Returns the number of commands taken, whatever they do. */
    public long commands() {
        return reads + writes + flushes + discards;
    }

    /** Returns the number of commands taken that are done. */
    public long completed() {
        return commands() - inFlight;
    }

    /**
     * Returns the share of its channels' time that the drive was at work.
     *
     * @param overNs the length of the time that was counted, in nanoseconds
     * @return the share, from 0 to 1; 0 if no time has passed
     */
    public double utilisation(long overNs) {
        long busyNs = channelBusyNs.stream().mapToLong(Long::longValue).sum();
        return overNs <= 0 ? 0 : (double) busyNs / overNs / channelBusyNs.size();
    }
}
