package org.mqemu.devices.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ByteRateTest {

    @Property(tries = 200)
    void shouldNeverDriftFromTheExactTime(
            @ForAll @LongRange(min = 1, max = ByteRate.MAX_BYTES_PER_SECOND) long bytesPerSecond,
            @ForAll @Size(max = 50) List<@IntRange(min = 0, max = 1 << 20) Integer> requests) {
        ByteRate rate = new ByteRate(bytesPerSecond);
        BigInteger bytes = BigInteger.ZERO;
        BigInteger spentNs = BigInteger.ZERO;
        for (int request : requests) {
            bytes = bytes.add(BigInteger.valueOf(request));
            spentNs = spentNs.add(BigInteger.valueOf(rate.costNs(request)));
            BigInteger errorTimesRate = bytes.multiply(BigInteger.valueOf(1_000_000_000L))
                    .subtract(spentNs.multiply(BigInteger.valueOf(bytesPerSecond)));
            assertThat(errorTimesRate.abs().shiftLeft(1)).isLessThanOrEqualTo(BigInteger.valueOf(bytesPerSecond + 1));
        }
    }

    @Test
    void shouldRoundTheFirstRequestToTheNearest() {
        assertThat(new ByteRate(14_000_000_000L).costNs(512)).isEqualTo(37); // 36.57
        assertThat(new ByteRate(6_810_000_000L).costNs(4_696)).isEqualTo(690); // 689.57
        assertThat(new ByteRate(6_810_000_000L).costNs(4_693)).isEqualTo(689); // 689.13
    }

    @Test
    void shouldCostNothingWithoutLimit() {
        assertThat(new ByteRate(ByteRate.UNLIMITED).costNs(1 << 30)).isZero();
    }

    @Test
    void shouldRefuseARateOutsideItsRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRate(-1)).withMessageContaining("bytesPerSecond");
    }

    @Test
    void shouldFailRatherThanOverflow() {
        assertThatThrownBy(() -> new ByteRate(1).costNs(1L << 40)).isInstanceOf(ArithmeticException.class);
    }
}
