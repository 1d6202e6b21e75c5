package org.mqemu.blkmq.fio;

/**
 * Visits the numbers 0 to n-1 in a random order, each once a round, without keeping a map of them.
 *
 * <p>A four-round Feistel network over the smallest even number of bits that holds n, walked until it falls below n
 * (Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002). It stands for fio's random map, which
 * keeps a bit for each block. Each round has its own order.
 */
final class BlockPermutation {
    private static final int ROUNDS = 4;

    private final long size;
    private final int halfBits;
    private final long halfMask;
    private long key;
    private long index;

    BlockPermutation(long size, long key) {
        if (size < 1) {
            throw new IllegalArgumentException("a permutation needs at least 1 block: " + size);
        }
        this.size = size;
        this.key = key;
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(size - 1));
        halfBits = (bits + 1) / 2;
        halfMask = (1L << halfBits) - 1;
    }

    long next() {
        if (index == size) {
            index = 0;
            key = mix(key + 0x9E3779B97F4A7C15L);
        }
        long value = index++;
        do {
            value = encrypt(value);
        } while (value >= size);
        return value;
    }

    private long encrypt(long value) {
        long left = value >>> halfBits;
        long right = value & halfMask;
        for (int round = 0; round < ROUNDS; round++) {
            long swapped = left ^ (mix(right + key + round * 0xD1B54A32D192ED03L) & halfMask);
            left = right;
            right = swapped;
        }
        return left << halfBits | right;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
