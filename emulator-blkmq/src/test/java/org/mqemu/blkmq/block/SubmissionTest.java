package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.PLAIN;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.Program;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.TestStack;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.Topology;

/** What both block layers do with a bio: plug, order, completion. Two nodes of two CPUs. */
class SubmissionTest {
    private final HostFixture host = new HostFixture(new Topology(2, 2, 1, LINE_COSTS), PLAIN, 1);

    private TestStack stack(boolean mq, StackParameters parameters) {
        return mq ? new MqStack(host, parameters) : new LegacyStack(host, parameters);
    }

    /** Makes a thread that submits bios under one plug. */
    private void submit(TestStack stack, int cpu, long atNs, int firstSector, int bios) {
        Context thread = host.cpu(cpu).newThread("submitter" + cpu, CpuMode.SYS);
        SubmitBio submitBio = stack.newSubmitBio(thread);
        CacheLine line = host.line("end");
        BioEnd end = new BioEnd() {
            @Override
            public CacheLine line() {
                return line;
            }

            @Override
            public void ended(Context cx, Bio bio, BlockStatus status) {}
        };
        Program program = host.program();
        for (int i = 0; i < bios; i++) {
            Bio bio = new Bio(end, i);
            bio.describe(Op.READ, firstSector + 8L * i, 8);
            program.op((cx, next) -> cx.call(submitBio.submit(stack.queue(0), bio), next));
        }
        program.then(cx -> host.log().add("issued " + stack.issued().size()));
        program.op((cx, next) -> cx.call(submitBio.finishPlug(), next));
        program.then(cx -> host.log().add("issued " + stack.issued().size()));
        host.start(thread, atNs, program);
    }

    private static List<Integer> sectors(TestStack stack) {
        List<Integer> sectors = new ArrayList<>();
        for (String line : stack.issued()) {
            sectors.add(Integer.parseInt(line.substring(0, line.indexOf('@'))));
        }
        return sectors;
    }

    private static List<Integer> from(int first, int n) {
        return Stream.iterate(first, sector -> sector + 8).limit(n).toList();
    }

    @ParameterizedTest
    @CsvSource({"1,0", "15,0", "16,16", "17,16", "33,32"})
    void shouldFlushThePlugOfBlkMqWhenItHolds16AndAtItsEnd(int bios, int beforeTheEnd) {
        TestStack stack = stack(true, StackParameters.plain(100));
        submit(stack, 0, 0, 0, bios);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(host.log()).containsExactly("issued " + beforeTheEnd, "issued " + bios);
        assertThat(sectors(stack)).as("in the order of submission").isEqualTo(from(0, bios));
    }

    /** The thread that takes the last one of 4 requests may go on to half as many again, but there are only 4 tags. */
    @ParameterizedTest
    @CsvSource({"true,4,6", "false,6,7"})
    void shouldFlushThePlugBeforeItSleepsForATagOrRequest(boolean mq, int first, int bios) {
        TestStack stack = stack(mq, StackParameters.plain(4).withServiceNs(100_000));
        submit(stack, 0, 0, 0, bios);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(host.log()).containsExactly("issued " + first, "issued " + bios);
        assertThat(host.cpu(0).measured().ns(CpuMode.IOWAIT)).isGreaterThan(90_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldIssueWhatTheDriverTurnedAwayBeforeWhatCameLater(boolean mq) {
        TestStack stack = stack(mq, StackParameters.plain(100).withLimits(1, 100));
        submit(stack, 0, 0, 0, 5);
        submit(stack, 1, 5_000, 800, 3);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(sectors(stack))
                .containsExactlyElementsOf(Stream.concat(from(0, 5).stream(), from(800, 3).stream())
                        .toList());
        assertThat(stack.mostInFlight()).isEqualTo(1);
    }

    /** Two runs of a hardware queue may pass each other, so that only what one run gathers from a CPU stays in order. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheOrderOfWhatACpuInsertsAtOnce(boolean mq) {
        TestStack stack = stack(mq, StackParameters.plain(100));
        submit(stack, 0, 0, 0, 40);
        submit(stack, 2, 7, 8_000, 40);
        assertThat(host.run().leftOver()).isEmpty();
        for (int firstOfPlug : new int[] {0, 128, 256, 8_000, 8_128, 8_256}) {
            int n = firstOfPlug % 1_000 == 256 ? 8 : 16;
            assertThat(sectors(stack)).containsSubsequence(from(firstOfPlug, n));
        }
        if (!mq) {
            assertThat(sectors(stack)).containsSubsequence(from(0, 40));
            assertThat(sectors(stack)).containsSubsequence(from(8_000, 40));
        }
    }

    /** CPUs 0 and 1 share a cache, and 2 and 3. The submitter is CPU 1. */
    @ParameterizedTest
    @CsvSource({
        "true,0,0,0", "true,0,2,2", "true,1,0,0", "true,1,2,1", "true,2,0,1", "true,2,2,1", "true,2,1,1",
        "false,0,0,0", "false,0,2,2", "false,1,0,0", "false,1,2,1", "false,2,0,1", "false,2,2,1", "false,2,1,1"
    })
    void shouldCompleteWhereRqAffinityWants(boolean mq, int rqAffinity, int irqCpu, int completingCpu) {
        TestStack stack = stack(mq, StackParameters.plain(100).withInterruptsOn(irqCpu, rqAffinity));
        submit(stack, 1, 0, 0, 3);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.completedOn()).containsExactly(completingCpu, completingCpu, completingCpu);
        assertThat(stack.remotelyCompleted()).isEqualTo(irqCpu == completingCpu ? 0 : 3);
        long ipis = host.cpu(completingCpu).measured().interrupts().calls();
        assertThat(ipis).as("one for all that came together").isBetween(irqCpu == completingCpu ? 0L : 1L, 3L);
        assertThat(ipis).isEqualTo(host.cpu(irqCpu).measured().interrupts().callsSent());
        assertThat(host.cpu(irqCpu).measured().interrupts().devices()).isEqualTo(3);
    }

    @Test
    void shouldCompleteInHardirqContextWithBlkMq() {
        TestStack stack = stack(true, StackParameters.plain(100));
        submit(stack, 0, 0, 0, 10);
        host.run();
        assertThat(host.cpu(0).measured().ns(CpuMode.SOFT)).isZero();
        assertThat(calls("bio_endio", CpuMode.HARD)).isEqualTo(10);
    }

    @Test
    void shouldCompleteInSoftirqContextWithTheLegacyQueue() {
        TestStack stack = stack(false, StackParameters.plain(100));
        submit(stack, 0, 0, 0, 10);
        host.run();
        assertThat(calls("bio_endio", CpuMode.SOFT)).isEqualTo(10);
        assertThat(calls("bio_endio", CpuMode.HARD)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "true,__blk_mq_alloc_request",
        "true,__blk_mq_insert_request",
        "true,blk_mq_start_request",
        "true,blk_mq_free_request",
        "true,bio_endio",
        "false,get_request",
        "false,__elv_add_request",
        "false,blk_finish_request",
        "false,bio_endio"
    })
    void shouldChargeEachRequestOnce(boolean mq, String function) {
        TestStack stack = stack(mq, StackParameters.plain(100));
        LoadThread load = LoadThread.start(host, stack, 0, 0, 20, 5, 200, bound -> 0);
        host.run();
        assertThat(load.ended()).isEqualTo(200);
        long calls = 0;
        for (CpuMode mode : CpuMode.values()) {
            calls += calls(function, mode);
        }
        assertThat(calls).isEqualTo(200);
    }

    private long calls(String function, CpuMode mode) {
        int id = host.prices().of(function).id();
        return host.cpus().stream()
                .map(Cpu::measured)
                .mapToLong(times -> times.functionCalls(id, mode))
                .sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveTheSameRunForTheSameSeed(boolean mq) {
        List<List<String>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HostFixture twin = new HostFixture(new Topology(1, 2, 2, LINE_COSTS), PLAIN, 5);
            StackParameters parameters = StackParameters.plain(12).withDisks(2);
            TestStack stack = mq ? new MqStack(twin, parameters) : new LegacyStack(twin, parameters);
            for (int cpu = 0; cpu < 4; cpu++) {
                LoadThread.start(twin, stack, cpu, 3L * cpu, 6, 3, 50, bound -> bound - 1);
            }
            twin.run();
            runs.add(stack.issued());
        }
        assertThat(runs.get(0)).hasSize(200).isEqualTo(runs.get(1));
    }
}
