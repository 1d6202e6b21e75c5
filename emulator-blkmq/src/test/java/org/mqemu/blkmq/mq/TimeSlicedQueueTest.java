package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;

/** time_slice_us with threads that read one after the other, on a device that takes one request at a time. */
class TimeSlicedQueueTest {
    private static final StackParameters ONE_AT_A_TIME =
            StackParameters.plain(100).withLimits(1, 1);
    private static final QueueLimits MERGING = new QueueLimits(1 << 20, 1 << 17, 0);

    private static MqStack stack(HostFixture host, long sliceNs) {
        MqStack stack = new MqStack(host, ONE_AT_A_TIME);
        stack.layer().timeSlice((MqQueue) stack.queue(0), sliceNs);
        return stack;
    }

    private static LoadThread reader(HostFixture host, MqStack stack, int cpu, long atNs, int ios) {
        return LoadThread.start(host, stack, cpu, atNs, 1, 1, ios, bound -> 0);
    }

    /** Reads by so many threads, each on its own CPU, and returns how many turns they took. */
    private static int turns(int threads, long sliceNs, int ios) {
        HostFixture host = HostFixture.cores(threads);
        MqStack stack = stack(host, sliceNs);
        host.limit(10_000_000_000L);
        for (int cpu = 0; cpu < threads; cpu++) {
            reader(host, stack, cpu, cpu * 100L, ios);
        }
        assertThat(host.run().leftOver()).isEmpty();
        List<Integer> cpus = stack.issuedFor();
        assertThat(cpus).hasSize(threads * ios);
        return 1
                + (int) IntStream.range(1, cpus.size())
                        .filter(i -> !cpus.get(i).equals(cpus.get(i - 1)))
                        .count();
    }

    @Test
    void shouldServeReadersInTurnsThatGrowWithTheSlice() {
        int without = turns(2, 0, 1_000);
        int shortSlice = turns(2, 10_000, 1_000);
        int longSlice = turns(2, 40_000, 1_000);
        assertThat(without).isGreaterThan(1_900);
        // 64 slices of 10 us, in which one I/O of 10 us and its way through the host takes about 11
        assertThat(2_000.0 / shortSlice).isBetween(40.0, 64.0);
        assertThat(2_000.0 / longSlice).isBetween(160.0, 256.0);
    }

    @Test
    void shouldLetEverybodyHaveATurn() {
        HostFixture host = HostFixture.cores(4);
        MqStack stack = stack(host, 10_000);
        LoadThread[] readers = new LoadThread[4];
        for (int cpu = 0; cpu < 4; cpu++) {
            readers[cpu] = reader(host, stack, cpu, 0, 1_000_000);
        }
        host.runUntil(4 * 65 * 10_000L + 10_000);
        assertThat(readers).allSatisfy(reader -> assertThat(reader.ended()).isGreaterThan(40));
    }

    @Test
    void shouldNotHoldUpALoneReader() {
        HostFixture plain = HostFixture.cores(2);
        MqStack plainStack = stack(plain, 0);
        reader(plain, plainStack, 0, 0, 500);
        plain.run();
        HostFixture sliced = HostFixture.cores(2);
        MqStack slicedStack = stack(sliced, 5_000);
        reader(sliced, slicedStack, 0, 0, 500);
        sliced.run();
        assertThat(slicedStack.issued()).isEqualTo(plainStack.issued());
    }

    /** The first reader has ended; the second one waits for a slice after its last I/O at most. */
    @Test
    void shouldGiveTheSliceAwayOnceItsOwnerIsIdle() {
        HostFixture host = HostFixture.cores(2);
        MqStack stack = stack(host, 100_000);
        reader(host, stack, 0, 0, 5);
        reader(host, stack, 1, 20_000, 5);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.issuedFor()).containsExactly(0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
        String last = stack.issued().get(5);
        assertThat(Long.parseLong(last.substring(last.indexOf('@') + 1))).isBetween(150_000L, 160_000L);
    }

    /** What waits for its slice stays where bios can be merged into it: 3.16's way in, which does not plug. */
    @Test
    void shouldMergeIntoRequestsThatWaitForTheirSlice() {
        HostFixture host = HostFixture.cores(2);
        MqStack stack = new MqStack(host, ONE_AT_A_TIME, BlkMqRules.early(false), MERGING, 1);
        stack.layer().timeSlice((MqQueue) stack.queue(0), 100_000);
        reader(host, stack, 0, 0, 5);
        LoadThread merging = LoadThread.start(host, stack, 1, 2_000, 8, 8, 8, bound -> 0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(merging.ended()).isEqualTo(8);
        assertThat(stack.issuedFor()).containsExactly(0, 0, 0, 0, 0, 1);
    }

    @Test
    void shouldDispatchWhatWaitsWhenSlicesAreSwitchedOff() {
        HostFixture host = HostFixture.cores(3);
        MqStack stack = stack(host, 500_000);
        reader(host, stack, 0, 0, 1_000);
        LoadThread other = reader(host, stack, 1, 10_000, 3);
        host.ipi(2, 50_000, host.program().then(cx -> stack.layer().timeSlice((MqQueue) stack.queue(0), 0)));
        host.limit(100_000_000);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(other.ended()).isEqualTo(3);
        assertThat(stack.issuedFor().indexOf(1)).isBetween(4, 8);
    }
}
