package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.NoEnd;
import org.mqemu.blkmq.support.TestQueue;

class BfqPeakRateTest {
    private static final long US = 1000;
    private static final int SECTORS = 128;

    private final BfqTunables tunables = new BfqTunables();
    private final BfqPeakRate rate = new BfqPeakRate(tunables, true);
    private final TestQueue queue = new TestQueue(new Disk("sda", 0, 1 << 20, 1));
    private long nowNs;

    private Request request(long sector) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, sector, SECTORS);
        Request request = new Request(queue, -1);
        request.init(bio, 0, 0);
        return request;
    }

    /** One request after the other, each of 500 us, for so many seconds. */
    private void run(int seconds, boolean seeks) {
        for (int i = 0; i < seconds * 2000; i++) {
            rate.dispatched(request(SECTORS * (i % 1000L)), 0, seeks, nowNs);
            nowNs += 500 * US;
            rate.ended(nowNs);
        }
    }

    @Test
    void shouldFindWhatTheDeviceDoesWithinATimeout() {
        run(12, false);

        assertThat(rate.maxBudget()).isCloseTo(SECTORS * 2 * 124L, withinPercentage(3));
    }

    @Test
    void shouldNotTakeASeekingProcessForASlowDevice() {
        run(12, false);
        long found = rate.maxBudget();
        for (int i = 0; i < 2000; i++) {
            rate.dispatched(request(SECTORS * (i % 1000L)), 0, true, nowNs);
            nowNs += 5000 * US;
            rate.ended(nowNs);
        }
        assertThat(rate.maxBudget()).isCloseTo(found, withinPercentage(1));
    }

    @Test
    void shouldTakeTheUsersBudgetAndTheUsersTimeout() {
        run(12, false);
        tunables.all().set("timeout_sync", 62);
        assertThat(rate.maxBudget()).isCloseTo(SECTORS * 2 * 62L, withinPercentage(3));

        tunables.all().set("max_budget", 777);
        assertThat(rate.maxBudget()).isEqualTo(777);
    }

    @Test
    void shouldTrustItsBudgetsOnlyAfterSome() {
        assertThat(rate.safeMaxBudget()).isEqualTo(16 * 1024);
        assertThat(rate.minBudget()).isEqualTo(512);
        tunables.all().set("max_budget", 320);
        for (int i = 0; i < 20; i++) {
            rate.budgetAssigned();
        }
        assertThat(rate.safeMaxBudget()).isEqualTo(320);
        assertThat(rate.minBudget()).isEqualTo(10);
    }

    @Test
    void shouldRaiseForThreeToTwentyFiveSeconds() {
        assertThat(rate.raiseNs()).isBetween(10_000_000_000L, 11_000_000_000L);
        run(12, false);
        assertThat(rate.raiseNs()).isBetween(3_000_000_000L, 7_000_000_000L);
    }
}
