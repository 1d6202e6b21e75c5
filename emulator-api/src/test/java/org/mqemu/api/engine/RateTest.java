package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RateTest {

    @Test
    void emulatedTimeIsSlowerByTheFactor() {
        Rate rate = new Rate(1_000, 500, 50);
        assertThat(rate.emulatedNs(1_000)).isEqualTo(500);
        assertThat(rate.emulatedNs(6_000)).isEqualTo(600);
        assertThat(rate.wallNs(100)).isEqualTo(5_000);
        assertThat(rate.tdf()).isEqualTo(50);
    }

    @Property
    void aSpanWaitedForHasPassed(
            @ForAll @DoubleRange(min = 1, max = 5_000) double tdf,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long spanNs) {
        Rate rate = new Rate(7, 0, tdf);
        assertThat(rate.emulatedNs(7 + rate.wallNs(spanNs))).isBetween(spanNs - 1, spanNs + 1);
    }
}
