package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.TestStack;

/** Threads that sleep for a tag or a request. */
class WaitForRequestTest {
    private final HostFixture host = HostFixture.cores(4);
    private final List<LoadThread> loads = new ArrayList<>();

    private LoadThread load(TestStack stack, int cpu, long atNs, int total) {
        LoadThread load = LoadThread.start(host, stack, cpu, atNs, total, 1, total, bound -> 0);
        loads.add(load);
        return load;
    }

    private void shouldEndAll() {
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
    }

    /** With 64 tags and more a batch is 8 frees, so 64 frees wake 8 sleepers, and their 8 frees one. */
    @ParameterizedTest
    @CsvSource({"64,80", "64,200", "16,100", "1,20", "3,20", "200,230"})
    void shouldWakeEverySleeperAlthoughNoBatchFillsAnyMore(int tags, int threads) {
        MqStack stack = new MqStack(host, StackParameters.plain(tags).withServiceNs(300_000));
        for (int i = 0; i < threads; i++) {
            load(stack, i % 4, i, 1);
        }
        shouldEndAll();
        assertThat(stack.tagSet().measured().waited()).isGreaterThanOrEqualTo(threads - tags);
    }

    @Test
    void shouldNotLoseATagsWakeUpToAThreadThatSomethingElseHasWoken() {
        MqStack stack = new MqStack(host, StackParameters.plain(1));
        load(stack, 0, 0, 1);
        LoadThread woken = load(stack, 1, 1_000, 1);
        host.tell(1, 2_000, new CpuPort.Wake(woken.thread()));
        load(stack, 2, 3_000, 1);
        shouldEndAll();
    }

    @Test
    void shouldNotLoseARequestsWakeUpToAThreadThatSomethingElseHasWoken() {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(1));
        load(stack, 0, 0, 1);
        LoadThread woken = load(stack, 1, 1_000, 1);
        host.tell(1, 2_000, new CpuPort.Wake(woken.thread()));
        load(stack, 2, 3_000, 1);
        shouldEndAll();
    }

    @Test
    void shouldWakeTwoThreadsForTwoRequestsThatAreFreedAtOnce() {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(2));
        loads.add(LoadThread.start(host, stack, 0, 0, 2, 2, 2, bound -> 0));
        load(stack, 1, 1_000, 1);
        load(stack, 2, 1_100, 1);
        shouldEndAll();
        assertThat(issuedAtNs(stack, 3) - issuedAtNs(stack, 2)).isLessThan(2_000); // a request takes 10000
    }

    private static long issuedAtNs(TestStack stack, int place) {
        String line = stack.issued().get(place);
        return Long.parseLong(line.substring(line.indexOf('@') + 1));
    }

    @Test
    void shouldWakeOneThreadForEachRequestThatIsFreed() {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(2));
        for (int i = 0; i < 40; i++) {
            load(stack, i % 4, i, 1);
        }
        shouldEndAll();
        assertThat(stack.queue(0).waits().waited()).isGreaterThanOrEqualTo(38);
    }
}
