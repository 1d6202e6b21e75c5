package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class JiffiesTest {
    private static final long NS_PER_MS = 1_000_000;

    @Test
    void shouldBeginFiveMinutesBelow32BitsAndTickHzTimesASecond() {
        Jiffies jiffies = new Jiffies(250);
        long start = (1L << 32) - 75_000;
        assertThat(jiffies.at(0)).isEqualTo(start);
        assertThat(jiffies.at(4 * NS_PER_MS - 1)).isEqualTo(start);
        assertThat(jiffies.at(4 * NS_PER_MS)).isEqualTo(start + 1);
        assertThat(jiffies.at(300_000 * NS_PER_MS)).isEqualTo(1L << 32);
    }

    @Test
    void shouldRoundDurationsUp() {
        assertThat(new Jiffies(250).ofMs(0)).isZero();
        assertThat(new Jiffies(250).ofMs(1)).isEqualTo(1);
        assertThat(new Jiffies(250).ofMs(5)).isEqualTo(2);
        assertThat(new Jiffies(300).ofMs(120_000)).isEqualTo(36_000);
        assertThat(new Jiffies(1000).ofMs(7)).isEqualTo(7);
    }

    @Test
    void shouldKnowTheRatesOfTheKernel() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Jiffies(50));
    }
}
