package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.topology.Topology;

/** Random machines, stacks of blk-mq since 4.12, and loads on them; and what holds after each run. */
final class LaterLoads {
    private static final List<String> SCHEDULERS = List.of("none", "mq-deadline", "kyber", "bfq", "idling");

    private LaterLoads() {}

    static HostFixture host(Random random) {
        return new HostFixture(
                new Topology(1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2), LINE_COSTS),
                new CpuParameters(1.65, 1.15, 300, 1 + random.nextInt(20_000)),
                random.nextLong());
    }

    static BlkMqRules rules(Random random) {
        BlkMqRules now = BlkMqRules.linux61();
        PlugRules plug = now.plug();
        return new BlkMqRules(
                MqGeneration.MODERN,
                random.nextInt(3) == 0
                        ? plug
                        : new PlugRules(
                                true,
                                any(random, PlugRules.MultiQueue.values()),
                                1 + random.nextInt(20),
                                20 + random.nextInt(40),
                                random.nextBoolean() ? 0 : 32 * 1024,
                                any(random, PlugRules.Merge.values()),
                                any(random, PlugRules.Order.values()),
                                random.nextInt(4),
                                random.nextBoolean()),
                any(random, BlkMqRules.DirectIssue.values()),
                any(random, BlkMqRules.Dequeue.values()),
                BlkMqRules.Rerun.IF_WAITING,
                any(random, BlkMqRules.Completion.values()),
                any(random, BlkMqRules.Completion.values()));
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    static StackParameters parameters(HostFixture host, Random random) {
        int irqCpu = random.nextInt(host.cpus().size());
        boolean few = random.nextInt(3) == 0;
        return new StackParameters(
                1 + random.nextInt(3),
                1 + random.nextInt(random.nextBoolean() ? 6 : 80),
                false,
                random.nextBoolean(),
                8,
                random.nextInt(3),
                few ? 1 + random.nextInt(4) : Integer.MAX_VALUE,
                few ? 1 + random.nextInt(6) : Integer.MAX_VALUE,
                random.nextInt(5) == 0,
                1 + random.nextInt(30_000),
                random.nextBoolean(),
                random.nextBoolean() ? submitter -> submitter : submitter -> irqCpu);
    }

    static LaterSetup setup(Random random) {
        return new LaterSetup(
                rules(random),
                new QueueLimits(8 * (1 + random.nextInt(32)), 1 + random.nextInt(32), random.nextInt(3)),
                1 + random.nextInt(3),
                random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0,
                random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0,
                random.nextBoolean(),
                SCHEDULERS.get(random.nextInt(SCHEDULERS.size())),
                random.nextBoolean() ? 0 : 1 + random.nextInt(10));
    }

    static List<LoadThread> start(HostFixture host, LaterStack stack, Random random, int threads, int most) {
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loads.add(LoadThread.start(
                    host,
                    stack,
                    random.nextInt(host.cpus().size()),
                    random.nextInt(30_000),
                    1 + random.nextInt(40),
                    1 + random.nextInt(24),
                    1 + random.nextInt(most),
                    random::nextInt,
                    shape(random, i, random.nextBoolean())));
        }
        return loads;
    }

    /** Reads and writes, sometimes polled, one after the other or anywhere near. */
    static LoadThread.Shape shape(Random random, int task, boolean sequential) {
        return (bio, next) -> {
            Op op = random.nextInt(3) > 0 ? Op.READ : Op.WRITE;
            bio.describe(op, sequential ? next : 8L * random.nextInt(200), 8 * (1 + random.nextInt(4)));
            bio.issuedBy(task, random.nextBoolean(), IoPriority.NONE);
            bio.polled(random.nextInt(8) == 0);
        };
    }

    static void shouldHaveServed(HostFixture host, LaterStack stack, List<LoadThread> loads) {
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
        assertThat(stack.inFlight()).isZero();
        assertThat(stack.budgetTaken()).isZero();
        assertThat(stack.mostInFlight()).isLessThanOrEqualTo(stack.parameters().hostLimit());
        if (stack.setup().budget() > 0) {
            assertThat(stack.mostBudget()).isLessThanOrEqualTo(stack.setup().budget());
        }
        int hctxs = stack.queue(0).hardwareQueues().size();
        assertThat((long) stack.mostInFlight())
                .isLessThanOrEqualTo(
                        (long) stack.parameters().requests() * (stack.setup().hostTags() ? 1 : hctxs));
        for (Disk disk : stack.disks()) {
            assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
            assertThat(disk.total().failed()).isZero();
            stack.queue(disk.index()).hardwareQueues().stream()
                    .filter(Hctx::hasSchedTags)
                    .forEach(hctx ->
                            assertThat(hctx.schedTags().tags().map().taken()).isZero());
        }
        assertThat(stack.elevators().made())
                .allSatisfy(elevator -> assertThat(elevator.size()).isZero());
    }
}
