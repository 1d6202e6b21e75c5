package org.mqemu.blkmq.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BlockPermutationTest {
    private static long[] round(BlockPermutation permutation, int size) {
        long[] values = new long[size];
        for (int i = 0; i < size; i++) {
            values[i] = permutation.next();
        }
        return values;
    }

    private static void shouldBePermutation(long[] values) {
        BitSet seen = new BitSet(values.length);
        for (long value : values) {
            assertThat(value).isBetween(0L, values.length - 1L);
            assertThat(seen.get((int) value)).as("%s twice", value).isFalse();
            seen.set((int) value);
        }
    }

    @Test
    void shouldVisitEveryBlockOnceForEverySizeUpTo5000() {
        for (int size = 1; size <= 5_000; size++) {
            BlockPermutation permutation = new BlockPermutation(size, 31L * size);
            BitSet seen = new BitSet(size);
            for (int i = 0; i < size; i++) {
                seen.set(Math.toIntExact(permutation.next()));
            }
            assertThat(seen.cardinality()).isEqualTo(size);
            assertThat(seen.length()).isEqualTo(size);
        }
    }

    @Property(tries = 200)
    void shouldVisitEveryBlockOnceInEveryRound(@ForAll @IntRange(min = 1, max = 5_000) int size, @ForAll long key) {
        BlockPermutation permutation = new BlockPermutation(size, key);
        for (int round = 0; round < 3; round++) {
            shouldBePermutation(round(permutation, size));
        }
    }

    @Property(tries = 200)
    void shouldTakeAnotherOrderInTheNextRound(@ForAll @IntRange(min = 20, max = 2_000) int size, @ForAll long key) {
        BlockPermutation permutation = new BlockPermutation(size, key);
        assertThat(round(permutation, size)).isNotEqualTo(round(permutation, size));
    }

    @Property(tries = 100)
    void shouldReachFarBlocksOfHugeRegions(@ForAll @LongRange(min = 1L << 33, max = 1L << 54) long size) {
        BlockPermutation permutation = new BlockPermutation(size, size);
        long largest = 0;
        for (int i = 0; i < 64; i++) {
            long value = permutation.next();
            assertThat(value).isBetween(0L, size - 1);
            largest = Math.max(largest, value);
        }
        assertThat(largest).isGreaterThan(size / 2);
    }

    /** The first places of many orders, by tenths of the region; of a few blocks an order may prefer some a little. */
    @Test
    void shouldPutEachTenthOfTheRegionAtEachPlaceAboutEquallyOften() {
        int expected = 4_000;
        int[][] counts = new int[8][10];
        for (int key = 0; key < 10 * expected; key++) {
            BlockPermutation permutation = new BlockPermutation(1_000, key * 0x9E3779B97F4A7C15L);
            for (int[] place : counts) {
                place[(int) permutation.next() / 100]++;
            }
        }
        for (int[] place : counts) {
            for (int count : place) {
                assertThat(count).isBetween(expected * 94 / 100, expected * 106 / 100); // 4 standard deviations
            }
        }
    }

    @Test
    void shouldSeldomVisitNeighboursInARow() {
        int size = 4_096;
        long[] values = round(new BlockPermutation(size, 7), size);
        int neighbours = 0;
        for (int i = 1; i < size; i++) {
            if (Math.abs(values[i] - values[i - 1]) == 1) {
                neighbours++;
            }
        }
        assertThat(neighbours).isLessThan(15); // 2 are expected
    }

    @Test
    void shouldRefuseAnEmptyRegion() {
        assertThatIllegalArgumentException().isThrownBy(() -> new BlockPermutation(0, 1));
    }
}
