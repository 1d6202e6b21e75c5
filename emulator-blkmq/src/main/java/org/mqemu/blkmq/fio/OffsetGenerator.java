package org.mqemu.blkmq.fio;

import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;

/**
 * Chooses what a fio thread does next: read or write, and where.
 *
 * <p>A mix is drawn I/O by I/O. Reads and writes each have their own position; a sequential job wraps at the end of its
 * region. Random offsets are multiples of the I/O's size; with a random map each block is visited once in a random
 * order before any is visited again ({@link BlockPermutation}).
 */
final class OffsetGenerator {
    private final IoPattern pattern;
    private final RandomStream random;
    private final BlockPermutation[] maps = new BlockPermutation[2];
    private final long[] next = new long[2];

    OffsetGenerator(IoPattern pattern, RandomStream random) {
        this.pattern = pattern;
        this.random = random;
        if (pattern.random() && pattern.randomMap()) {
            maps[0] = new BlockPermutation(pattern.regionSectors() / pattern.readSectors(), random.nextLong());
            maps[1] = new BlockPermutation(pattern.regionSectors() / pattern.writeSectors(), random.nextLong());
        }
    }

    Op nextOp() {
        int share = pattern.readPercent();
        boolean read = share == 100 || (share > 0 && random.nextBelow(100) < share);
        return read ? Op.READ : Op.WRITE;
    }

    int sectors(Op op) {
        return op == Op.READ ? pattern.readSectors() : pattern.writeSectors();
    }

    long nextSector(Op op) {
        int side = op == Op.READ ? 0 : 1;
        int size = sectors(op);
        long blocks = pattern.regionSectors() / size;
        long block;
        if (!pattern.random()) {
            block = next[side];
            next[side] = block + 1 == blocks ? 0 : block + 1;
        } else if (pattern.randomMap()) {
            block = maps[side].next();
        } else {
            block = random.nextBelow(blocks);
        }
        return pattern.startSector() + block * size;
    }
}
