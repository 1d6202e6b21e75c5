package org.mqemu.api.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateTest {
    private static final SteadyState.Rule RULE = SteadyState.Rule.defaults();
    private static final double MEAN = 1000;

    /** An AR(1) series around MEAN; phi = 0 is the independent one. */
    private static final class Series {
        private final SplittableRandom random;
        private final double phi;
        private final double deviation;
        private double state;

        Series(long seed, double phi, double deviation) {
            random = new SplittableRandom(seed);
            this.phi = phi;
            this.deviation = deviation;
            state = random.nextGaussian() * deviation;
        }

        long next() {
            state = phi * state + Math.sqrt(1 - phi * phi) * deviation * random.nextGaussian();
            return Math.max(0, Math.round(MEAN + state));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0, 400", "0.0, 3000", "0.5, 400", "0.5, 3000", "0.8, 1000", "0.9, 2000", "0.9, 20000", "-0.5, 1000"})
    void theIntervalCoversTheMeanInAboutNinetyFivePercentOfSeries(double phi, int bins) {
        int covered = 0;
        int series = 1000;
        for (int i = 0; i < series; i++) {
            SteadyState state = new SteadyState(RULE);
            Series source = new Series(7919L * i + bins, phi, 100);
            for (int b = 0; b < bins; b++) {
                state.add(source.next());
            }
            double mean = state.meanRate() * RULE.binNs() / 1e9;
            covered += Math.abs(mean - MEAN) <= state.relativeHalfWidth() * mean ? 1 : 0;
        }
        assertThat((double) covered / series).isBetween(0.92, 0.995);
    }

    @ParameterizedTest
    @CsvSource({"0.0, 0.01", "0.5, 0.01", "0.9, 0.03"})
    void aRunStoppedBySteadyIsWithinTheWidthAskedForNearlyAlways(double phi, double width) {
        int within = 0;
        int series = 500;
        for (int i = 0; i < series; i++) {
            SteadyState state = new SteadyState(RULE);
            Series source = new Series(104729L * i + 3, phi, 100);
            do {
                state.add(source.next());
            } while (!state.steady(width));
            double mean = state.meanRate() * RULE.binNs() / 1e9;
            within += Math.abs(mean / MEAN - 1) <= width ? 1 : 0;
        }
        assertThat((double) within / series).isGreaterThan(0.9);
    }

    @Property(tries = 200, seed = "42")
    void aRampIsCutOff(
            @ForAll @LongRange(min = 0, max = 1_000_000) long seed, @ForAll @IntRange(min = 50, max = 400) int ramp) {
        SteadyState state = new SteadyState(RULE);
        Series source = new Series(seed, 0.3, 30);
        for (int b = 0; b < 2000; b++) {
            state.add(b < ramp ? source.next() * b / ramp : source.next());
        }
        assertThat(state.warmupBins()).isBetween(ramp * 8 / 10, 1000);
        assertThat(state.meanRate() * RULE.binNs() / 1e9).isBetween(MEAN * 0.98, MEAN * 1.02);
    }

    @Property(tries = 50)
    void nothingIsSteadyInsideARamp(@ForAll @IntRange(min = 300, max = 5000) int ramp) {
        SteadyState state = new SteadyState(RULE);
        for (int b = 0; b < ramp; b++) {
            state.add(1000L * b / ramp);
            assertThat(state.steady(0.01)).isFalse();
        }
    }

    @Test
    void aConstantRateIsSteadyAtTheMinimumAndExact() {
        SteadyState state = new SteadyState(RULE);
        int bins = 0;
        do {
            state.add(250);
            bins++;
        } while (!state.steady(0.01));
        assertThat(bins).isBetween(RULE.minBins(), RULE.minBins() * 14 / 10);
        assertThat(state.relativeHalfWidth()).isZero();
        assertThat(state.meanRate()).isEqualTo(1_000_000);
        assertThat(state.warmupBins()).isZero();
    }

    @Test
    void fewCompletionsAreNotEnough() {
        SteadyState state = new SteadyState(new SteadyState.Rule(250_000, 100, 5_000));
        for (int b = 0; b < 2_000; b++) {
            state.add(1);
            assertThat(state.steady(0.5)).isFalse();
        }
    }

    @Test
    void silenceIsNeverSteady() {
        SteadyState state = new SteadyState(new SteadyState.Rule(250_000, 10, 0));
        assertThat(state.relativeHalfWidth()).isInfinite();
        for (int b = 0; b < 500; b++) {
            state.add(0);
            assertThat(state.steady(1)).isFalse();
        }
        assertThat(state.relativeHalfWidth()).isInfinite();
        assertThat(state.meanRate()).isZero();
    }

    @Test
    void joiningBinsKeepsWarmupAndRate() {
        SteadyState state = new SteadyState(RULE);
        Series source = new Series(5, 0, 50);
        for (int b = 0; b < 100_000; b++) {
            state.add(b < 10_000 ? source.next() / 2 : source.next());
        }
        assertThat(state.warmupBins()).isBetween(9_900, 12_000);
        assertThat(state.measuredBins() + state.warmupBins()).isBetween(95_000L, 100_000L);
        assertThat(state.meanRate()).isBetween(3_990_000.0, 4_010_000.0);
        assertThat(state.batches()).isBetween(10, 32);
    }

    @Test
    void theSameCountsGiveTheSameBits() {
        SteadyState a = new SteadyState(RULE);
        SteadyState b = new SteadyState(RULE);
        Series source = new Series(11, 0.5, 100);
        for (int i = 0; i < 5000; i++) {
            long count = source.next();
            a.add(count);
            b.add(count);
            assertThat(b.steady(1e-9)).isFalse();
        }
        assertThat(Double.doubleToLongBits(a.relativeHalfWidth()))
                .isEqualTo(Double.doubleToLongBits(b.relativeHalfWidth()));
    }

    @Test
    void rulesAreChecked() {
        assertThatThrownBy(() -> new SteadyState.Rule(0, 100, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SteadyState.Rule(1, 9, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
