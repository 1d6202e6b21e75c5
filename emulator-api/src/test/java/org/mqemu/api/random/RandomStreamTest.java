package org.mqemu.api.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
    private static final int DRAWS = 100_000;

    /** From a Python version of FNV-1a, splitmix64 and xoshiro256**, which itself reproduces the authors' sequence. */
    @Test
    void aSeedMeansTheSameNumbersForEver() {
        assertThat(draw(RandomStream.of(1, "cpu0"), 4))
                .containsExactly(0x5768EB3E9B6875B3L, 0xAC6CEA368689F48DL, 0x1EA431CE84D4EED0L, 0xC1CC1CBAF6D399A9L);
        assertThat(draw(RandomStream.of(1, "sda"), 4))
                .containsExactly(0x8C6574BC581A7814L, 0x0B84817AB983DD67L, 0xAAA72989A2004526L, 0x7B4C6C8E0249CFE7L);
        assertThat(draw(RandomStream.of(42, "cpu0"), 2)).containsExactly(0xB40DB0D6D2AC0FD1L, 0x2F67F99C00F7B564L);
    }

    @Test
    void doublesAreUniform() {
        RandomStream random = RandomStream.of(7, "uniform");
        int[] bins = new int[100];
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            double x = random.nextDouble();
            assertThat(x).isBetween(0.0, Math.nextDown(1.0));
            bins[(int) (x * bins.length)]++;
            sum += x;
        }
        assertThat(sum / DRAWS).isCloseTo(0.5, within(0.005));
        assertThat(chiSquare(bins)).as("99 degrees of freedom, 99.9 %").isBetween(60.0, 149.0);
    }

    @Test
    void wholeNumbersAreUniform() {
        RandomStream random = RandomStream.of(7, "below");
        int[] bins = new int[12];
        for (int i = 0; i < DRAWS; i++) {
            bins[(int) random.nextBelow(bins.length)]++;
        }
        assertThat(chiSquare(bins)).as("11 degrees of freedom, 99.9 %").isLessThan(31.3);
    }

    @Property(tries = 200)
    void wholeNumbersStayBelowTheirBound(
            @ForAll @LongRange(min = 1, max = (1L << 62) - 1) long bound, @ForAll long seed) {
        RandomStream random = RandomStream.of(seed, "bound");
        for (int i = 0; i < 20; i++) {
            assertThat(random.nextBelow(bound)).isBetween(0L, bound - 1);
        }
    }

    @Test
    void noBoundBelowOne() {
        assertThatThrownBy(() -> RandomStream.of(1, "x").nextBelow(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void exponentialsHaveTheirMeanAndDeviation() {
        RandomStream random = RandomStream.of(3, "exponential");
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double x = random.nextExponential(80);
            assertThat(x).isNotNegative();
            sum += x;
            squares += x * x;
        }
        double mean = sum / DRAWS;
        assertThat(mean).isCloseTo(80, within(1.0));
        assertThat(Math.sqrt(squares / DRAWS - mean * mean)).isCloseTo(80, within(1.5));
        assertThat(random.nextExponential(0)).isZero();
    }

    @Test
    void streamsOfDifferentNamesAndSeedsAreIndependent() {
        assertThat(Math.abs(correlation(RandomStream.of(1, "cpu0"), RandomStream.of(1, "cpu1"))))
                .isLessThan(0.02);
        assertThat(Math.abs(correlation(RandomStream.of(1, "cpu0"), RandomStream.of(2, "cpu0"))))
                .isLessThan(0.02);
    }

    private static double correlation(RandomStream a, RandomStream b) {
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            sum += (a.nextDouble() - 0.5) * (b.nextDouble() - 0.5);
        }
        return sum / DRAWS * 12;
    }

    private static double chiSquare(int[] bins) {
        double expected = (double) DRAWS / bins.length;
        double sum = 0;
        for (int bin : bins) {
            sum += (bin - expected) * (bin - expected) / expected;
        }
        return sum;
    }

    private static long[] draw(RandomStream random, int n) {
        long[] drawn = new long[n];
        for (int i = 0; i < n; i++) {
            drawn[i] = random.nextLong();
        }
        return drawn;
    }
}
