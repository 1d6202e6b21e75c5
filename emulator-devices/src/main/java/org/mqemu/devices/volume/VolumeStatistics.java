package org.mqemu.devices.volume;

/**
 * What a volume has counted since the start of the run.
 *
 * @param commands commands taken, those rejected among them
 * @param rejected commands that did not lie on the volume
 * @param splits commands longer than a chunk and flushes, whose end the volume waits for
 * @param memberCommands commands sent to members
 * @param openSplits split commands of which a part is not done
 */
public record VolumeStatistics(long commands, long rejected, long splits, long memberCommands, int openSplits) {}
