package org.mqemu.runner.fio;

import java.util.OptionalLong;

/**
 * Which I/Os a job does.
 *
 * @param rw direction and order
 * @param blockSizes bytes per I/O
 * @param readPercent share of reads in a mixed job, from 0 to 100
 * @param norandommap true if random offsets may repeat before every block was touched
 * @param randrepeat true if random offsets are the same from run to run
 * @param randseed seed of random numbers, at least 0; if present it overrides {@code randrepeat}
 */
public record FioPattern(
        ReadWrite rw,
        FioBlockSizes blockSizes,
        int readPercent,
        boolean norandommap,
        boolean randrepeat,
        OptionalLong randseed) {}
