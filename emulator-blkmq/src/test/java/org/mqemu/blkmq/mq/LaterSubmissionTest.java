package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

/** The way of bios to the driver in blk-mq since 4.12: plug, direct issue, software queues, dispatch list. */
class LaterSubmissionTest {
    private final HostFixture host = HostFixture.cores(4);

    private LaterStack stack(LaterSetup setup, StackParameters parameters) {
        return new LaterStack(host, parameters, setup);
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
    }

    private static PlugRules plugRules(PlugRules.MultiQueue multiQueue, int max, long flushBytes) {
        return new PlugRules(
                true,
                multiQueue,
                max,
                max,
                flushBytes,
                PlugRules.Merge.LAST_REQUEST,
                PlugRules.Order.LAST_FIRST,
                0,
                true);
    }

    private static LaterSetup with(LaterSetup setup, PlugRules plug) {
        BlkMqRules rules = setup.rules();
        return setup.with(new BlkMqRules(
                rules.generation(),
                plug,
                rules.directIssue(),
                rules.dequeue(),
                rules.rerun(),
                rules.singleQueueCompletion(),
                rules.remoteCompletion()));
    }

    private List<Long> sectors(LaterStack stack) {
        return stack.issued().stream()
                .map(line -> Long.parseLong(line.replaceAll("@.*", "")))
                .toList();
    }

    @Test
    void shouldIssueDirectlyWithoutInserting() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(10));
        TraceLog trace = new TraceLog(stack.disks());
        new Submitter(host, stack, 0, 1).read(stack.queue(0), 80).start(0);
        run();
        assertThat(trace.letters()).isEqualTo("Q G D C");
    }

    @Test
    void shouldInsertIntoASchedulerAndLetKblockdDispatch() {
        LaterStack stack = stack(new LaterSetup().with("mq-deadline"), StackParameters.plain(10));
        TraceLog trace = new TraceLog(stack.disks());
        new Submitter(host, stack, 0, 1).read(stack.queue(0), 80).start(0);
        run();
        assertThat(trace.letters()).isEqualTo("Q G I D C");
    }

    @Test
    void shouldIssueWhatIsPluggedTheNewestFirst() {
        LaterStack stack = stack(new LaterSetup(), StackParameters.plain(10));
        new Submitter(host, stack, 0, 1)
                .plug(4)
                .read(stack.queue(0), 80)
                .read(stack.queue(0), 800)
                .read(stack.queue(0), 8000)
                .start(0);
        run();
        assertThat(sectors(stack)).containsExactly(8000L, 800L, 80L);
    }

    @Test
    void shouldMergeIntoTheLastRequestOfThePlugOnly() {
        LaterStack stack = stack(new LaterSetup().merging(), StackParameters.plain(10));
        TraceLog trace = new TraceLog(stack.disks());
        new Submitter(host, stack, 0, 1)
                .plug(4)
                .read(stack.queue(0), 80)
                .read(stack.queue(0), 800)
                .read(stack.queue(0), 88)
                .read(stack.queue(0), 96)
                .start(0);
        run();
        assertThat(trace.letters(800, 8)).doesNotContain("M");
        assertThat(trace.letters(88, 8)).startsWith("Q G");
        assertThat(trace.letters(96, 8)).isEqualTo("Q M");
    }

    @Test
    void shouldEmptyThePlugWhenItIsFull() {
        LaterSetup setup = with(new LaterSetup(), plugRules(PlugRules.MultiQueue.EVERY_REQUEST, 3, 0));
        LaterStack stack = stack(setup, StackParameters.plain(10));
        Submitter submitter = new Submitter(host, stack, 0, 1).plug(5);
        for (int i = 1; i <= 5; i++) {
            submitter.read(stack.queue(0), 80L * i);
        }
        submitter.start(0);
        run();
        assertThat(sectors(stack)).containsExactly(240L, 160L, 80L, 400L, 320L);
    }

    @Test
    void shouldEmptyThePlugWhenItsLastRequestIsLarge() {
        LaterSetup setup =
                with(new LaterSetup().merging(), plugRules(PlugRules.MultiQueue.EVERY_REQUEST, 32, 16 * 1024));
        LaterStack stack = stack(setup, StackParameters.plain(10));
        new Submitter(host, stack, 0, 1)
                .plug(5)
                .bio(stack.queue(0), Op.READ, 80, 32)
                .read(stack.queue(0), 800)
                .read(stack.queue(0), 8000)
                .start(0);
        run();
        assertThat(sectors(stack)).containsExactly(80L, 8000L, 800L);
    }

    @Test
    void shouldKeepOneRequestOfAMultiQueueDeviceInThePlugBefore516() {
        LaterSetup setup = with(
                new LaterSetup().merging().withQueues(2, 0, 0), plugRules(PlugRules.MultiQueue.ONE_REQUEST, 16, 0));
        LaterStack stack = stack(setup, StackParameters.plain(10));
        new Submitter(host, stack, 0, 1)
                .plug(5)
                .read(stack.queue(0), 80)
                .read(stack.queue(0), 160)
                .read(stack.queue(0), 240)
                .work(1_000_000)
                .start(0);
        run();
        assertThat(sectors(stack)).containsExactly(80L, 160L, 240L);
        long lastNs = Long.parseLong(stack.issued().get(2).replaceAll(".*@", ""));
        assertThat(lastNs).as("when the plug ends").isGreaterThan(1_000_000);
        assertThat(Long.parseLong(stack.issued().get(1).replaceAll(".*@", ""))).isLessThan(10_000);
    }

    @Test
    void shouldGiveBackTagsThatWereGotForBiosThatMerged() {
        LaterStack stack = stack(new LaterSetup().merging(), StackParameters.plain(256));
        new Submitter(host, stack, 0, 1)
                .plug(4)
                .read(stack.queue(0), 80)
                .then(() ->
                        assertThat(stack.tagSets().get(0).tags().map().taken()).isEqualTo(4))
                .read(stack.queue(0), 88)
                .read(stack.queue(0), 96)
                .read(stack.queue(0), 104)
                .start(0);
        run();
        assertThat(sectors(stack)).containsExactly(80L);
        assertThat(stack.tagSets().get(0).tags().map().taken()).isZero();
    }

    @Test
    void shouldMergeInTheSoftwareQueueWhatHasNoBudget() {
        LaterStack stack = stack(new LaterSetup().merging().withBudget(1), StackParameters.plain(10));
        TraceLog trace = new TraceLog(stack.disks());
        new Submitter(host, stack, 0, 1)
                .read(stack.queue(0), 80)
                .read(stack.queue(0), 800) // the first one to be refused goes to the dispatch list
                .read(stack.queue(0), 808) // nothing is merged into that
                .read(stack.queue(0), 816)
                .start(0);
        run();
        assertThat(trace.letters(808, 8)).isEqualTo("Q G I D C");
        assertThat(trace.letters(816, 8)).isEqualTo("Q M");
        assertThat(sectors(stack)).containsExactly(80L, 800L, 808L);
        assertThat(stack.mostBudget()).isEqualTo(1);
    }

    @Test
    void shouldPutWhatTheDriverRefusesOnTheDispatchListAndBeBusyForAWhile() {
        LaterStack stack =
                stack(new LaterSetup().merging(), StackParameters.plain(10).withLimits(1, 1));
        TraceLog trace = new TraceLog(stack.disks());
        Hctx hctx = stack.queue(0).hardwareQueues().get(0);
        List<Integer> busy = new ArrayList<>();
        new Submitter(host, stack, 0, 1)
                .read(stack.queue(0), 80)
                .then(() -> busy.add(hctx.dispatchBusy()))
                .read(stack.queue(0), 800)
                .then(() -> busy.add(hctx.dispatchBusy()))
                .start(0);
        run();
        assertThat(trace.letters(800, 8)).startsWith("Q G D R").endsWith("D C");
        assertThat(trace.letters(800, 8)).doesNotContain("I D R");
        assertThat(busy.get(0)).isZero();
        assertThat(busy.get(1)).isPositive();
    }

    @Test
    void shouldAverageRefusalsWithWeightEightAndFactorSixteen() {
        Hctx hctx = stack(new LaterSetup(), StackParameters.plain(10))
                .queue(0)
                .hardwareQueues()
                .get(0);
        assertThat(hctx.dispatched(false)).as("is written").isFalse();
        List<Integer> averages = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            hctx.dispatched(i < 3);
            averages.add(hctx.dispatchBusy());
        }
        assertThat(averages).containsExactly(2, 3, 4, 3, 2, 1);
    }

    /** While the driver is short of room, the CPUs' queues take turns; CPU 1's two do not go before CPU 2's one. */
    @Test
    void shouldTakeTurnsBetweenSoftwareQueuesWhileBusy() {
        LaterStack stack = stack(new LaterSetup().withBudget(1), StackParameters.plain(10));
        new Submitter(host, stack, 0, 1).read(stack.queue(0), 0).start(0);
        for (int cpu = 1; cpu < 4; cpu++) {
            new Submitter(host, stack, cpu, cpu)
                    .async()
                    .read(stack.queue(0), 1000L * cpu)
                    .read(stack.queue(0), 1000L * cpu + 100)
                    .start(1_000);
        }
        stack.queue(0).hardwareQueues().get(0).dispatched(true);
        for (int i = 0; i < 40; i++) {
            stack.queue(0).hardwareQueues().get(0).dispatched(true); // it stays busy for long
        }
        run();
        List<Long> cpus = sectors(stack).stream().map(sector -> sector / 1000).toList();
        assertThat(cpus).hasSize(7);
        assertThat(cpus.subList(1, 4)).doesNotHaveDuplicates();
        assertThat(cpus.subList(4, 7)).doesNotHaveDuplicates();
    }

    @Test
    void shouldServeReadsAndPolledIoByTheirOwnHardwareQueues() {
        QueueMap map = QueueMap.spread(host.topology(), 2, 1, 1);
        assertThat(map.queueOf(Op.WRITE, false, 3)).isEqualTo(1);
        assertThat(map.queueOf(Op.READ, false, 3)).isEqualTo(2);
        assertThat(map.queueOf(Op.READ, true, 3)).isEqualTo(3);
        LaterStack stack = stack(new LaterSetup().withQueues(2, 1, 1), StackParameters.plain(10));
        new Submitter(host, stack, 1, 1)
                .read(stack.queue(0), 80)
                .bio(stack.queue(0), Op.WRITE, 800, 8)
                .start(0);
        run();
        assertThat(stack.tagSets()).extracting(set -> set.tags().takenInAll()).containsExactly(0L, 1L, 1L, 0L);
    }

    @Test
    void shouldCompleteInSoftirqOnTheSubmittersCacheOrAsRqAffinitySays() {
        for (int affinity = 0; affinity <= 2; affinity++) {
            HostFixture own = HostFixture.cores(4);
            LaterStack stack =
                    new LaterStack(own, StackParameters.plain(10).withInterruptsOn(3, affinity), new LaterSetup());
            new Submitter(own, stack, 1, 1).read(stack.queue(0), 80).start(0);
            assertThat(own.run().leftOver()).isEmpty();
            assertThat(stack.completedOn()).as("rq_affinity " + affinity).containsExactly(affinity == 2 ? 1 : 3);
            assertThat(stack.remotelyCompleted()).isEqualTo(affinity == 2 ? 1 : 0);
        }
    }
}
