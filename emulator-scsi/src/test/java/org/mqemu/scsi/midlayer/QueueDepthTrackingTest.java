package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class QueueDepthTrackingTest {
    private static final long SECOND = 1_000_000_000;
    private static final long PERIOD = 120 * SECOND;

    private final Jiffies jiffies = new Jiffies(250);
    private final QueueDepthTracking tracking = new QueueDepthTracking(jiffies, true, QueueDepthTracking.STAYS_TAGGED);

    /** So many reports, each an event of its own. */
    private static long full(QueueDepthTracking tracking, ScsiDevice device, int times, long fromNs) {
        long nowNs = fromNs;
        for (int i = 0; i < times; i++) {
            nowNs += SECOND;
            tracking.queueFull(device, nowNs);
        }
        return nowNs;
    }

    @Example
    void shouldLowerTheDepthOfAllUnitsOfTheTargetAtTheEleventhReport() {
        TestTarget made = new TestTarget(64, 0, 32, 16);
        long nowNs = full(tracking, made.device(0), 10, 0);
        assertThat(made.depths()).containsExactly(32, 16);
        nowNs = full(tracking, made.device(1), 1, nowNs);
        assertThat(made.depths()).containsExactly(31, 15);
        nowNs = full(tracking, made.device(1), 10, nowNs);
        assertThat(made.depths()).as("the next report speaks of another depth").containsExactly(31, 15);
        full(tracking, made.device(0), 1, nowNs);
        assertThat(made.depths()).containsExactly(30, 14);
    }

    /** 16 jiffies of 4 ms; INITIAL_JIFFIES lie in the middle of 16. */
    @Example
    void shouldCountReportsWithin16JiffiesOnce() {
        TestTarget made = new TestTarget(64, 0, 32);
        for (long ms = 0; ms < 32; ms++) {
            tracking.queueFull(made.device(0), ms * 1_000_000);
        }
        for (int i = 0; i < 9; i++) {
            tracking.queueFull(made.device(0), (32L + 64 * i) * 1_000_000);
        }
        assertThat(made.depths()).as("ten events").containsExactly(32);
        tracking.queueFull(made.device(0), (32L + 64 * 9 - 1) * 1_000_000);
        assertThat(made.depths()).as("the same as the tenth").containsExactly(32);
        tracking.queueFull(made.device(0), (32L + 64 * 9) * 1_000_000);
        assertThat(made.depths()).containsExactly(31);
    }

    @Example
    void shouldGiveOneCommandBackEachPeriodWithoutAReport() {
        TestTarget made = new TestTarget(64, 0, 32);
        long nowNs = full(tracking, made.device(0), 22, 0);
        assertThat(made.depths()).containsExactly(30);
        tracking.succeeded(made.device(0), nowNs + PERIOD - SECOND);
        assertThat(made.depths()).containsExactly(30);
        tracking.succeeded(made.device(0), nowNs + PERIOD);
        tracking.succeeded(made.device(0), nowNs + PERIOD + SECOND);
        assertThat(made.depths()).containsExactly(31);
        tracking.succeeded(made.device(0), nowNs + 2 * PERIOD);
        tracking.succeeded(made.device(0), nowNs + 3 * PERIOD);
        assertThat(made.depths()).as("no more than it was given").containsExactly(32);
    }

    @Example
    void shouldGiveCommandsBackSoonerWithAShorterPeriod() {
        TestTarget made = new TestTarget(64, 0, 32);
        long nowNs = full(tracking, made.device(0), 11, 0);
        made.device(0).rampUpPeriodMs(2_000);
        tracking.succeeded(made.device(0), nowNs + 2 * SECOND);
        assertThat(made.depths()).containsExactly(32);
    }

    @Example
    void shouldLeaveTheOnlyCommandToADevice() {
        TestTarget made = new TestTarget(64, 0, 1);
        full(tracking, made.device(0), 100, 0);
        assertThat(made.depths()).containsExactly(1);
    }

    @Example
    void shouldChangeNothingForADriverThatDoesNotTrack() {
        TestTarget made = new TestTarget(64, 0, 32);
        full(new QueueDepthTracking(jiffies, false, QueueDepthTracking.STAYS_TAGGED), made.device(0), 30, 0);
        assertThat(made.depths()).containsExactly(32);
    }

    @Example
    void shouldGoOnWithoutTagsBelowEightUpTo318() {
        TestTarget made = new TestTarget(64, 0, 9);
        QueueDepthTracking older = new QueueDepthTracking(jiffies, true, 3);
        long nowNs = full(older, made.device(0), 11, 0);
        assertThat(made.depths()).containsExactly(8);
        full(older, made.device(0), 11, nowNs);
        assertThat(made.depths()).containsExactly(3);
    }

    @Property(tries = 300)
    void shouldFollowTheReferenceThroughAnyHistory(@ForAll Random random) {
        int hz = new int[] {100, 250, 300, 1000}[random.nextInt(4)];
        int[] depths = random.ints(1 + random.nextInt(3), 1, 12).toArray();
        TestTarget made = new TestTarget(12, 0, depths);
        QueueDepthTracking tracked = new QueueDepthTracking(new Jiffies(hz), true, QueueDepthTracking.STAYS_TAGGED);
        ReferenceTracking reference = new ReferenceTracking(hz, 12, depths);
        long nowNs = 0;
        for (int i = 0; i < 300; i++) {
            boolean storm = i / 40 % 2 == 0;
            nowNs += 20_000_000 + random.nextInt(100_000_000) + (storm ? 0 : random.nextInt(3) * 30 * SECOND);
            int device = random.nextInt(depths.length);
            int what = random.nextInt(100);
            if (what < (storm ? 90 : 3)) {
                tracked.queueFull(made.device(device), nowNs);
                reference.full(nowNs);
            } else if (what < 98) {
                tracked.succeeded(made.device(device), nowNs);
                reference.succeeded(device, nowNs);
            } else {
                int given = 1 + random.nextInt(12);
                made.device(device).giveQueueDepth(given);
                reference.give(device, given);
            }
            assertThat(made.depths()).as("after step %d at %d", i, nowNs).isEqualTo(reference.depths());
        }
    }
}
