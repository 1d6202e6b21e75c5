package org.mqemu.devices.fault;

/**
 * What a logical unit has counted since the start of the run: {@code taken = answered + ended + swallowed + held}.
 *
 * @param taken commands that reached it
 * @param answered commands that were answered, well or not
 * @param ended commands that task management ended
 * @param swallowed commands that will never be answered
 * @param held commands that it holds
 * @param late answers of the drive to commands that had ended before
 */
public record LogicalUnitStatistics(long taken, long answered, long ended, long swallowed, long held, long late) {}
