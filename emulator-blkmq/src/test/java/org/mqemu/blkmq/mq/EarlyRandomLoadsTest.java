package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.topology.Topology;

/** No bio is lost or ended twice, whatever the early versions' rules, hardware queues and time slices are. */
class EarlyRandomLoadsTest {
    private static final BlkMqRules.DirectIssue DIRECT = BlkMqRules.DirectIssue.SYNC_IN_MULTI_QUEUE;

    private static MqStack stack(HostFixture host, StackParameters parameters, Random random) {
        BlkMqRules rules =
                BlkMqRules.early(random.nextBoolean(), random.nextInt(4) > 0 ? DIRECT : BlkMqRules.DirectIssue.NEVER);
        QueueLimits limits = new QueueLimits(64, 128, random.nextInt(3));
        return new MqStack(host, parameters, rules, limits, 1 + random.nextInt(4));
    }

    private static List<LoadThread> loads(HostFixture host, MqStack stack, Random random) {
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 1 + random.nextInt(10); i > 0; i--) {
            int cpu = random.nextInt(host.cpus().size());
            loads.add(LoadThread.start(
                    host,
                    stack,
                    cpu,
                    random.nextInt(30_000),
                    1 + random.nextInt(20),
                    1 + random.nextInt(20),
                    1 + random.nextInt(100),
                    random::nextInt));
        }
        return loads;
    }

    private static void shouldHaveServed(HostFixture host, List<LoadThread> loads) {
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
    }

    @Property(tries = 80)
    void shouldEndEveryBioOnce(@ForAll Random random) {
        HostFixture host = new HostFixture(
                new Topology(1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2), LINE_COSTS),
                new CpuParameters(1.65, 1.15, 300, 1 + random.nextInt(20_000)),
                random.nextLong());
        boolean few = random.nextBoolean();
        StackParameters parameters = StackParameters.plain(1 + random.nextInt(random.nextBoolean() ? 4 : 80))
                .withDisks(1 + random.nextInt(3))
                .withServiceNs(1 + random.nextInt(30_000))
                .withLimits(
                        few ? 1 + random.nextInt(4) : Integer.MAX_VALUE,
                        few ? 1 + random.nextInt(6) : Integer.MAX_VALUE);
        MqStack stack = stack(host, parameters, random);
        host.limit(100_000_000_000L);
        for (int disk = 0; disk < parameters.disks(); disk++) {
            changeSlices(host, stack, disk, random);
        }
        shouldHaveServed(host, loads(host, stack, random));
    }

    /** Some before the run, some while it goes on. */
    private static void changeSlices(HostFixture host, MqStack stack, int disk, Random random) {
        MqQueue queue = (MqQueue) stack.queue(disk);
        stack.layer().timeSlice(queue, random.nextInt(3) * (long) random.nextInt(50_000));
        for (int i = random.nextInt(4); i > 0; i--) {
            long ns = random.nextInt(3) * (long) random.nextInt(50_000);
            host.ipi(
                    0,
                    random.nextInt(1_000_000),
                    host.program().then(cx -> stack.layer().timeSlice(queue, ns)));
        }
    }

    /** CPUs that really run at once. */
    @ParameterizedTest
    @ValueSource(longs = {0, 20_000})
    void shouldEndEveryBioOnceUnderTheRealTimeClock(long sliceNs) {
        HostFixture host = new HostFixture(
                new Topology(1, 4, 1, LINE_COSTS), HostFixture.PLAIN, 1, new ClockSettings(ClockKind.REAL_TIME, 100));
        MqStack stack = new MqStack(
                host,
                StackParameters.plain(5).withDisks(2).withLimits(2, 3),
                BlkMqRules.early(true, DIRECT),
                new QueueLimits(64, 128, 0),
                2);
        stack.disks().forEach(disk -> stack.layer().timeSlice((MqQueue) stack.queue(disk.index()), sliceNs));
        host.limit(10_000_000_000L);
        shouldHaveServed(host, loads(host, stack, new Random(3)));
    }
}
