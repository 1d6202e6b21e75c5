package org.mqemu.blkmq.fio;

/**
 * Where a thread's I/Os go and how large they are.
 *
 * @param readPercent the share of reads, 0 to 100
 * @param random whether offsets are random rather than sequential
 * @param randomMap whether a random job covers every block once before it repeats one (norandommap=0)
 * @param readSectors the size of a read, in sectors, at least 1
 * @param writeSectors the size of a write, in sectors, at least 1
 * @param startSector the first sector of the job's region
 * @param regionSectors the size of the region, in sectors; at least one I/O
 */
public record IoPattern(
        int readPercent,
        boolean random,
        boolean randomMap,
        int readSectors,
        int writeSectors,
        long startSector,
        long regionSectors) {

    /** Checks the ranges. */
    public IoPattern {
        if (readPercent < 0 || readPercent > 100) {
            throw new IllegalArgumentException("the share of reads lies between 0 and 100: " + readPercent);
        }
        if (readSectors < 1 || writeSectors < 1 || startSector < 0) {
            throw new IllegalArgumentException("I/Os must have at least 1 sector and start at 0 or later");
        }
        if (regionSectors < Math.max(readSectors, writeSectors)) {
            throw new IllegalArgumentException(
                    "the job's region of " + regionSectors + " sectors is smaller than one I/O");
        }
    }
}
