package org.mqemu.blkmq.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Contexts;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.Program;

class TagSetTest {
    private static final long WAKE_LATENCY_NS = 250;

    private final HostFixture host = HostFixture.cores(2);

    private SharedTags tags(int depth, int devices, boolean fairShare, int wakesPerBatch) {
        TagMap map = new SbitmapTags("tags", depth, host.topology(), false);
        return new SharedTags("tags", map, devices, fairShare, wakesPerBatch, host.topology(), false);
    }

    @ParameterizedTest
    @CsvSource({"64,1,64", "64,2,32", "64,3,22", "64,20,4", "10,4,4", "3,2,4"})
    void shouldShareTagsBetweenActiveDevicesRoundedUpButAtLeastFour(int depth, int users, int share) {
        SharedTags tags = tags(depth, 30, true, 1);
        for (int user = 0; user < users; user++) {
            assertThat(tags.withinShare(user)).isTrue();
            assertThat(tags.withinShare(user)).as("counted as a user once").isTrue();
        }
        assertThat(tags.share()).isEqualTo(share);
    }

    @Test
    void shouldLetADeviceTakeItsShareAndNoMoreWhileOthersAreActive() {
        SharedTags tags = tags(16, 2, true, 1);
        for (int i = 0; i < 16; i++) {
            assertThat(tags.withinShare(0)).isTrue();
            tags.took(0);
        }
        assertThat(tags.withinShare(0)).isFalse();
        tags = tags(16, 2, true, 1);
        tags.withinShare(1);
        for (int i = 0; i < 8; i++) {
            assertThat(tags.withinShare(0)).isTrue();
            tags.took(0);
        }
        assertThat(tags.withinShare(0)).isFalse();
        assertThat(tags.mayTake(0, 0)).isFalse();
        assertThat(tags.withinShare(1)).isTrue();
        assertThat(tags.mayTake(1, 0)).isTrue();
        assertThat(tags.takenInAll()).isEqualTo(8);
    }

    @Test
    void shouldLetADeviceTakeEverythingWithoutFairShareOrAlone() {
        SharedTags unfair = tags(16, 2, false, 1);
        unfair.withinShare(1);
        assertThat(unfair.share()).isEqualTo(16);
        SharedTags alone = tags(16, 1, true, 1);
        assertThat(alone.shared()).isFalse();
        assertThat(alone.withinShare(0)).isTrue();
    }

    @Test
    void shouldRefuseADeviceThatGivesBackWhatItDoesNotHold() {
        SharedTags tags = tags(16, 2, true, 1);
        Context cx = host.cpu(0).hardirqContext();
        int tag = tags.map().take(cx);
        Contexts.pass(cx);
        tags.took(0);
        assertThatIllegalStateException()
                .isThrownBy(() -> tags.free(cx, 1, tag))
                .withMessage("device 1 gives back a tag that it does not hold");
    }

    /** An eighth of the tags, at most 8. */
    @ParameterizedTest
    @CsvSource({"1000,8", "64,8", "63,7", "16,2", "15,1", "8,1", "1,1"})
    void shouldFillAWakeBatchWithAnEighthOfTheTags(int depth, int batch) {
        SharedTags tags = tags(depth, 1, true, 1);
        tags.map().take(host.cpu(0).hardirqContext()); // not all are free
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < batch; i++) {
                assertThat(tags.batchFull()).isFalse();
            }
            assertThat(tags.batchFull()).isTrue();
        }
    }

    @Test
    void shouldMakeBatchesSmallerWhenDevicesHaveSmallShares() {
        SharedTags tags = tags(64, 4, true, 1);
        for (int user = 0; user < 4; user++) {
            tags.withinShare(user);
        }
        tags.map().take(host.cpu(0).hardirqContext());
        assertThat(tags.batchFull()).isFalse();
        assertThat(tags.batchFull()).isTrue();
    }

    private TagSet exhausted(int wakesPerBatch) {
        SharedTags tags = tags(1, 1, false, wakesPerBatch);
        TagSet tagSet = host.emulation().add("tags", new TagSet(tags, WAKE_LATENCY_NS));
        tags.map().take(host.cpu(0).hardirqContext());
        Contexts.pass(host.cpu(0).hardirqContext());
        return tagSet;
    }

    private void sleeper(TagSet tagSet, String name, long atNs) {
        Program program = host.program();
        program.op((cx, next) -> {
            tagSet.tags().sleeps();
            cx.send(tagSet.ref(TagPort.class), new TagPort.Wait(0, cx, new TagSleep()), cx.nowNs());
            return cx.sleep(true, next);
        });
        host.thread(0, atNs, program.note(name));
    }

    private List<String> wakeUpOrder(int wakesPerBatch, int sleepers, int freed) {
        TagSet tagSet = exhausted(wakesPerBatch);
        for (int i = 0; i < sleepers; i++) {
            sleeper(tagSet, Integer.toString(i), 100L * i);
        }
        for (int i = 0; i < freed; i++) {
            host.send(tagSet.ref(TagPort.class), new TagPort.Freed(), 100_000 + 1_000L * i);
        }
        host.runUntil(1_000_000);
        assertThat(tagSet.measured().waited()).isEqualTo(sleepers);
        assertThat(tagSet.wakes()).isEqualTo(host.log().size());
        assertThat(tagSet.tags().sleepers()).isEqualTo(sleepers - host.log().size());
        return host.log().stream()
                .map(line -> line.substring(0, line.indexOf('@')))
                .toList();
    }

    @Test
    void shouldWakeOneSleeperOfTheNextQueueForABatch() {
        assertThat(wakeUpOrder(1, 11, 10)).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void shouldWakeAllSleepersOfOneQueueForABatchIfToldSo() {
        assertThat(wakeUpOrder(65_536, 18, 2)).containsExactly("0", "8", "16", "1", "9", "17");
    }

    @Test
    void shouldWakeNoMoreSleepersThanABatchHasTags() {
        assertThat(wakeUpOrder(8, 18, 2)).containsExactly("0", "1");
    }

    @Test
    void shouldPassOverQueuesWithoutSleepers() {
        assertThat(wakeUpOrder(1, 2, 3)).containsExactly("0", "1");
    }

    @Test
    void shouldWakeASleeperAfterTheLatencyAndCountItsSleep() {
        TagSet tagSet = exhausted(1);
        sleeper(tagSet, "awake", 0);
        host.send(tagSet.ref(TagPort.class), new TagPort.Freed(), 5_000);
        host.runUntil(10_000);
        assertThat(host.log()).containsExactly("awake@" + (5_000 + WAKE_LATENCY_NS + SWITCH_NS));
        assertThat(tagSet.measured().waitNs()).isEqualTo(5_000 - SWITCH_NS);
    }

    @Test
    void shouldWakeAThreadAtOnceIfATagWasFreedOnItsWayToSleep() {
        TagSet tagSet = exhausted(1);
        tagSet.tags().free(host.cpu(0).hardirqContext(), 0, 0);
        Contexts.pass(host.cpu(0).hardirqContext());
        sleeper(tagSet, "awake", 0);
        host.runUntil(10_000);
        assertThat(host.log()).containsExactly("awake@" + (SWITCH_NS + WAKE_LATENCY_NS + SWITCH_NS));
    }

    @Test
    void shouldReportTagsAndSleepersThatAreLeftOver() {
        TagSet tagSet = exhausted(1);
        sleeper(tagSet, "never", 0);
        assertThat(host.runUntil(10_000).leftOver()).contains("tags: 1 tags", "tags: 1 sleepers");
    }
}
