package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;

/** Devices with several hardware queues up to 4.11: tags of each, and synchronous I/O that goes straight to the driver. */
class EarlyMultiQueueTest {
    private static final QueueLimits MERGING = new QueueLimits(1 << 20, 1 << 17, 0);
    private static final BlkMqRules.DirectIssue DIRECT = BlkMqRules.DirectIssue.SYNC_IN_MULTI_QUEUE;

    private final HostFixture host = HostFixture.cores(4);
    private final List<Integer> issuedAt = new ArrayList<>();

    private MqStack stack(StackParameters parameters, BlkMqRules rules, int queues) {
        return new MqStack(host, parameters, rules, MERGING, queues);
    }

    /** Reads sectors that do not touch one after the other, and notes after each how many requests the driver has got. */
    private Submitter readThree(MqStack stack, int cpu) {
        Submitter submitter = new Submitter(host, stack, cpu, 7);
        for (int i = 0; i < 3; i++) {
            submitter
                    .read(stack.queue(0), 100L * i)
                    .then(() -> issuedAt.add(stack.issued().size()));
        }
        return submitter.start(0);
    }

    @Test
    void shouldIssueEachBioAtOnceWithoutAPlugAsFrom316To41() {
        readThree(stack(StackParameters.plain(10), BlkMqRules.early(false, DIRECT), 2), 0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(issuedAt).containsExactly(1, 2, 3);
        assertThat(inserts()).isZero();
    }

    @Test
    void shouldKeepTheNewestRequestInThePlugSince42() {
        MqStack stack = stack(StackParameters.plain(10), BlkMqRules.early(true, DIRECT), 2);
        readThree(stack, 0);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(issuedAt).containsExactly(0, 1, 2);
        assertThat(stack.issued()).hasSize(3);
        assertThat(inserts()).isEqualTo(1);
    }

    @Test
    void shouldPlugAllWithOneHardwareQueue() {
        readThree(stack(StackParameters.plain(10), BlkMqRules.early(true, DIRECT), 1), 0);
        host.run();
        assertThat(issuedAt).containsExactly(0, 0, 0);
    }

    @Test
    void shouldNeitherPlugNorIssueDirectlyIn315() {
        readThree(stack(StackParameters.plain(10), BlkMqRules.early(true), 2), 0);
        host.run();
        assertThat(issuedAt).containsExactly(1, 2, 3);
        assertThat(inserts()).isEqualTo(3);
    }

    @Test
    void shouldMergeIntoTheRequestInThePlug() {
        MqStack stack = stack(StackParameters.plain(10), BlkMqRules.early(true, DIRECT), 2);
        Submitter submitter = new Submitter(host, stack, 0, 7);
        submitter.read(stack.queue(0), 0).read(stack.queue(0), 8).start(0);
        host.run();
        assertThat(submitter.ends()).hasSize(2);
        assertThat(stack.issued()).hasSize(1);
    }

    @Test
    void shouldInsertWhatTheDriverRefuses() {
        for (boolean plugs : new boolean[] {false, true}) {
            HostFixture other = HostFixture.cores(4);
            MqStack stack = new MqStack(
                    other, StackParameters.plain(10).withLimits(1, 1), BlkMqRules.early(plugs, DIRECT), MERGING, 2);
            Submitter submitter = new Submitter(other, stack, 1, 7);
            for (int i = 0; i < 4; i++) {
                submitter.read(stack.queue(0), 100L * i);
            }
            submitter.start(0);
            assertThat(other.run().leftOver()).isEmpty();
            assertThat(submitter.ends()).hasSize(4);
        }
    }

    /** Two tags for each of two hardware queues: CPU 0 has used up its own, CPU 1 has others. */
    @Test
    void shouldTakeTheTagsOfTheHardwareQueueThatServesTheCpu() {
        MqStack stack = stack(StackParameters.plain(2).withServiceNs(50_000), BlkMqRules.early(false, DIRECT), 2);
        Submitter first = readThree(stack, 0);
        Submitter second = new Submitter(host, stack, 1, 8);
        second.read(stack.queue(0), 1_000).read(stack.queue(0), 2_000).start(1_000);
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.issuedFor()).containsExactly(0, 0, 1, 1, 0);
        assertThat(first.ends()).hasSize(3);
        assertThat(second.ends()).hasSize(2);
    }

    private long inserts() {
        int id = host.prices().of("__blk_mq_insert_request").id();
        return host.cpus().stream()
                .mapToLong(cpu -> cpu.measured().functionCalls(id, CpuMode.SYS))
                .sum();
    }
}
