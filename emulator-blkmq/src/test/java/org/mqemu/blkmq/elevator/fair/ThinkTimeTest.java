package org.mqemu.blkmq.elevator.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ThinkTimeTest {
    private static final long MS = 1_000_000;

    /** The kernel's number of samples ends at 249 of 256. */
    private static final Percentage ROUNDING = withinPercentage(3);

    private final ThinkTime thinkTime = new ThinkTime(0);

    private void think(long ns) {
        thinkTime.ended(0);
        thinkTime.requested(ns, 16 * MS);
    }

    @Test
    void shouldNotBeKnownFromTwoSamples() {
        think(MS);
        think(MS);
        assertThat(thinkTime.isKnown()).isFalse();

        think(MS);
        assertThat(thinkTime.isKnown()).isTrue();
    }

    @Test
    void shouldFollowAChangeByAnEighth() {
        for (int i = 0; i < 100; i++) {
            think(8 * MS);
        }
        think(0);

        assertThat(thinkTime.meanNs()).isCloseTo(7 * MS, ROUNDING);
    }

    @Test
    void shouldCountALongSampleAsTwiceTheIdleTimeAtMost() {
        for (int i = 0; i < 100; i++) {
            think(1000 * MS);
        }
        assertThat(thinkTime.meanNs()).isCloseTo(16 * MS, ROUNDING);
    }
}
