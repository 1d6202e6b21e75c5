package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WallPaceTest {
    private final FakeWall wall = new FakeWall();

    /** A wall on which a look takes 20 ns and a sleep is 50 us too long. */
    private static final class FakeWall implements Wall {
        private static final long OVERSLEEP_NS = 50_000;

        private long nowNs = 1_000_000;
        private long sleeps;

        @Override
        public long nowNs() {
            nowNs += 20;
            return nowNs;
        }

        @Override
        public void parkNs(long ns) {
            assertThat(ns).isPositive();
            nowNs += ns + OVERSLEEP_NS;
            sleeps++;
        }
    }

    @Property(tries = 200)
    void neverEarlyAndNeverMuchLate(
            @ForAll @DoubleRange(min = 1, max = 1_000) double tdf,
            @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 0, max = 100_000) Long> gaps) {
        FakeWall fake = new FakeWall();
        WallPace pace = new WallPace(tdf, fake);
        pace.start();
        long startNs = fake.nowNs;
        long emulatedNs = 0;
        for (long gap : gaps) {
            emulatedNs += gap;
            pace.until(emulatedNs);
            long wallNs = fake.nowNs - startNs;
            assertThat(wallNs).isGreaterThanOrEqualTo((long) Math.floor(emulatedNs * tdf) - gaps.size());
            assertThat(wallNs).isLessThan((long) (emulatedNs * tdf) + gaps.size() * 60);
        }
    }

    @Test
    void afterAPauseOfTheHostTimeGoesOnWhereItStood() {
        WallPace pace = new WallPace(10, wall);
        pace.start();
        pace.until(1_000);
        wall.nowNs += 5_000_000;
        long beforeNs = wall.nowNs;
        pace.until(2_000);
        assertThat(wall.nowNs - beforeNs).as("what was missed is due at once").isLessThan(100);
        pace.until(3_000);
        assertThat(wall.nowNs - beforeNs).as("and is not caught up with").isBetween(10_000L, 10_200L);
    }

    @Test
    void aLongWaitIsSleptMostly() {
        WallPace pace = new WallPace(10, wall);
        pace.start();
        pace.until(100_000_000);
        assertThat(wall.sleeps).isBetween(50L, 55L);
    }

    @Test
    void eventsAtOneTimeDoNotWait() {
        WallPace pace = new WallPace(10, wall);
        pace.start();
        pace.until(500);
        long nowNs = wall.nowNs;
        pace.until(500);
        assertThat(wall.nowNs).isEqualTo(nowNs);
    }

    @Test
    void aStopEndsTheWaiting() {
        WallPace pace = new WallPace(10, wall);
        pace.start();
        pace.stop();
        long nowNs = wall.nowNs;
        pace.until(1_000_000_000);
        assertThat(wall.nowNs - nowNs).isLessThan(100);
    }

    @Test
    void theFactorIsFoundWhereTheHostJustKeepsUp() {
        WallPace pace = new WallPace(ClockSettings.AUTO, wall);
        pace.start();
        long emulatedNs = 0;
        for (int i = 0; i < 40_000; i++) {
            emulatedNs += 1_000;
            wall.nowNs += 15_000; // what the event itself takes: 15 wall ns for each emulated ns
            pace.until(emulatedNs);
        }
        assertThat(pace.tdf()).isBetween(15.0, 25.0);
    }

    @Test
    void aFixedFactorStaysFixed() {
        WallPace pace = new WallPace(7, wall);
        pace.start();
        for (int i = 1; i < 10_000; i++) {
            pace.until(i * 1_000L);
        }
        assertThat(pace.tdf()).isEqualTo(7);
    }
}
