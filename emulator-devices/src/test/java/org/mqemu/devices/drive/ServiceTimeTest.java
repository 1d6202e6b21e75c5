package org.mqemu.devices.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.random.RandomStream;

class ServiceTimeTest {
    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @CsvSource({"CONSTANT, 0", "EXPONENTIAL, 1", "UNIFORM, 0.57735"})
    void shouldHaveTheMeanAndSpreadOfItsShape(ServiceTime.Shape shape, double coefficientOfVariation) {
        ServiceTime time = new ServiceTime(shape, 130_000);
        RandomStream random = RandomStream.of(1, "test");
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double draw = time.drawNs(random);
            sum += draw;
            squares += draw * draw;
        }
        double mean = sum / DRAWS;
        double deviation = Math.sqrt(Math.max(0, squares / DRAWS - mean * mean));
        assertThat(mean).isCloseTo(130_000, within(1_300.0));
        assertThat(deviation / mean).isCloseTo(coefficientOfVariation, within(0.01));
    }

    @Test
    void shouldRoundToTheNearest() {
        ServiceTime time = new ServiceTime(ServiceTime.Shape.UNIFORM, 1);
        RandomStream random = RandomStream.of(1, "test");
        int[] counts = new int[3];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) time.drawNs(random)]++;
        }
        assertThat(counts[0] / (double) DRAWS).isCloseTo(0.25, within(0.01));
        assertThat(counts[1] / (double) DRAWS).isCloseTo(0.5, within(0.01));
    }

    @Test
    void shouldRefuseANegativeMean() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ServiceTime(ServiceTime.Shape.CONSTANT, -1))
                .withMessageContaining("meanNs");
    }
}
