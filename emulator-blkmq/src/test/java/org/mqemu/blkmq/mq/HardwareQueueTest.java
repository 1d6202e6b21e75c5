package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;

/** Hardware queues that are stopped, started and delayed. */
class HardwareQueueTest {
    private final HostFixture host = HostFixture.cores(3);
    private final MqStack stack = new MqStack(host, StackParameters.plain(100));
    private final MqQueue queue = (MqQueue) stack.queue(0);

    private long issuedAtNs() {
        String line = stack.issued().get(0);
        return Long.parseLong(line.substring(line.indexOf('@') + 1));
    }

    private void stopAndSubmit() {
        queue.hardwareQueues().forEach(Hctx::stop);
        LoadThread.start(host, stack, 0, 0, 4, 4, 4, bound -> 0);
    }

    @Test
    void shouldIssueNothingWhileItIsStopped() {
        stopAndSubmit();
        host.runUntil(100_000);
        assertThat(stack.issued()).isEmpty();
    }

    @Test
    void shouldRunOnTheCpuThatStartsItOnceItIsStarted() {
        stopAndSubmit();
        host.ipi(2, 50_000, host.program().then(cx -> stack.layer().startStoppedHwQueues(queue, cx)));
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(issuedAtNs()).isBetween(50_000L, 51_000L);
        assertThat(host.cpu(2)
                        .measured()
                        .functionCalls(host.prices().of("blk_mq_start_request").id(), CpuMode.SYS))
                .isEqualTo(4);
    }

    @Test
    void shouldRunNothingWhenStartedWithoutHavingBeenStopped() {
        host.ipi(2, 50_000, host.program().then(cx -> stack.layer().startStoppedHwQueues(queue, cx)));
        host.runUntil(100_000);
        assertThat(host.cpu(2).measured().switches()).isZero();
    }

    @Test
    void shouldRunAfterADelayOfWhichTheFirstCounts() {
        stopAndSubmit();
        host.ipi(1, 10_000, host.program().then(cx -> stack.layer().delayQueue(queue, cx, 40_000)));
        host.ipi(2, 20_000, host.program().then(cx -> stack.layer().delayQueue(queue, cx, 90_000)));
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(issuedAtNs()).isBetween(50_000L, 51_000L);
    }

    @Test
    void shouldGiveAWorkerTheQueueOnceWhileItsWorkIsPending() {
        stopAndSubmit();
        host.ipi(
                2,
                50_000,
                host.program()
                        .then(cx -> stack.layer().startStoppedHwQueues(queue, cx))
                        .then(cx -> queue.hardwareQueues().forEach(Hctx::stop))
                        .then(cx -> stack.layer().startStoppedHwQueues(queue, cx)));
        host.run();
        assertThat(host.cpu(2)
                        .measured()
                        .functionCalls(host.prices().of("__blk_mq_run_hw_queue").id(), CpuMode.SYS))
                .isEqualTo(1);
    }

    /** The driver says busy; before the rest is on the dispatch list, a completion has started and run the queue. */
    @Test
    void shouldRunAgainIfItWasStartedWhileTheRestWasOnItsWayToTheDispatchList() {
        HostFixture other = HostFixture.cores(3);
        MqStack full =
                new MqStack(other, StackParameters.plain(10).withLimits(1, 1).withInterruptsOn(2, 0));
        Lock lock = ((MqQueue) full.queue(0)).hardwareQueues().get(0).lock();
        other.thread(1, 0, other.program().lock(lock).work(30_000).unlock(lock));
        LoadThread load = LoadThread.start(other, full, 0, 0, 2, 2, 2, bound -> 0);
        assertThat(other.run().leftOver()).isEmpty();
        assertThat(load.ended()).isEqualTo(2);
        assertThat(full.issued()).hasSize(2);
    }

    @Test
    void shouldReportRequestsLeftOnTheDispatchList() {
        HostFixture other = HostFixture.cores(1);
        MqStack full =
                new MqStack(other, StackParameters.plain(10).withLimits(1, 1).withServiceNs(1_000_000));
        LoadThread.start(other, full, 0, 0, 3, 3, 3, bound -> 0);
        assertThat(other.runUntil(100_000).leftOver()).contains("sda.hctx0: 2 requests on its dispatch list");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void shouldRefuseAnRqAffinityThatLinuxHasNot(int rqAffinity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BlkMqParameters(
                        rqAffinity,
                        new LockParameters(LockKind.TICKET, 0),
                        0,
                        0,
                        0,
                        TestQueue.NO_MERGING,
                        BlkMqRules.early(true)))
                .withMessageContaining("rq_affinity");
    }
}
