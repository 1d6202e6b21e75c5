package org.mqemu.api.random;

import java.nio.charset.StandardCharsets;

/**
 * A component's own stream of random numbers: xoshiro256** seeded from the run's seed and the component's name.
 *
 * <p>Two components never share a stream, so what one draws cannot change what another sees, and a component
 * that is added later does not shift the others. The algorithm is fixed here rather than left to the Java
 * library, so that a seed means the same run on every JVM. Source: Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", ACM TOMS 47, 2021. Not thread-safe: one component, one stream.
 */
public final class RandomStream {
    private static final double TO_UNIT = 0x1.0p-53;
    private static final long MAX_BOUND = (1L << 62) - 1;

    private long s0;
    private long s1;
    private long s2;
    private long s3;

    private RandomStream(long seed) {
        long x = seed;
        x += 0x9E3779B97F4A7C15L;
        s0 = mix(x);
        x += 0x9E3779B97F4A7C15L;
        s1 = mix(x);
        x += 0x9E3779B97F4A7C15L;
        s2 = mix(x);
        x += 0x9E3779B97F4A7C15L;
        s3 = mix(x);
    }

    /**
     * Returns the stream of a component.
     *
     * @param seed the run's seed
     * @param name the component's name
     */
    public static RandomStream of(long seed, String name) {
        long hash = 0xCBF29CE484222325L; // FNV-1a, 64 bit
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
        }
        return new RandomStream(mix(seed ^ 0x2545F4914F6CDD1DL) ^ hash);
    }

    private static long mix(long value) { // splitmix64's finaliser
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns 64 random bits. */
    public long nextLong() {
        long result = Long.rotateLeft(s1 * 5, 7) * 9;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /** Returns a number uniform in [0, 1). */
    public double nextDouble() {
        return (nextLong() >>> 11) * TO_UNIT;
    }

    /**
     * Returns a whole number uniform in [0, bound).
     *
     * @param bound the number of values, from 1 to 2^62 - 1
     * @throws IllegalArgumentException if the bound lies outside
     */
    public long nextBelow(long bound) {
        if (bound < 1 || bound > MAX_BOUND) {
            throw new IllegalArgumentException("bound must lie between 1 and 2^62 - 1: " + bound);
        }
        return Math.multiplyHigh(nextLong() >>> 1, bound << 1);
    }

    /**
     * Returns an exponentially distributed number.
     *
     * @param mean the mean, at least 0
     */
    public double nextExponential(double mean) {
        return -mean * StrictMath.log(1.0 - nextDouble());
    }
}
