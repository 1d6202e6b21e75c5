package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FioExpressionTest {

    @ParameterizedTest
    @CsvSource({"1+2*3, 7", "(1+2)*3, 9", "2^3^2, 512", "7/2, 3", "-3+5, 2", "2 * (3 - 1), 4", "10-2-3, 5"})
    void shouldFollowTheUsualPrecedence(String text, long expected) {
        assertThat(FioExpression.evaluate(text, suffix -> null, BigInteger.ONE))
                .isEqualTo(BigInteger.valueOf(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(", "1+", "1/0", "2^99999999999", "9^9^9", "1 2", "(1", "4k", "1.5"})
    void shouldTakeNothingElseForAnExpression(String text) {
        assertThat(FioExpression.evaluate(text, suffix -> null, BigInteger.ONE)).isNull();
    }

    @Test
    void shouldGiveUpQuicklyOnHostileText() {
        Assertions.assertTimeout(Duration.ofSeconds(2), () -> {
            assertThat(FioExpression.evaluate("(".repeat(8000), suffix -> null, BigInteger.ONE))
                    .isNull();
            assertThat(FioExpression.evaluate("-".repeat(8000) + "1", suffix -> null, BigInteger.ONE))
                    .isNull();
            assertThat(FioExpression.evaluate("2^".repeat(4000) + "2", suffix -> null, BigInteger.ONE))
                    .isNull();
        });
    }
}
