package org.mqemu.blkmq.elevator.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionsTest {
    private final Positions<String> positions = new Positions<>();

    @Test
    void shouldFindTheNearestQueueWithin8192Sectors() {
        positions.add("below", 100_000);
        positions.add("above", 103_000);

        assertThat(positions.near(101_000)).isEqualTo("below");
        assertThat(positions.near(102_000)).isEqualTo("above");
        assertThat(positions.near(100_000 - 8192)).isEqualTo("below");
        assertThat(positions.near(100_000 - 8193)).isNull();
        assertThat(positions.near(103_000 + 8193)).isNull();
    }

    @Test
    void shouldKeepOnlyTheFirstQueueAtASector() {
        positions.add("first", 1000);
        positions.add("second", 1000);
        positions.remove("second");

        assertThat(positions.near(1000)).isEqualTo("first");

        positions.remove("first");
        assertThat(positions.near(1000)).isNull();
    }
}
