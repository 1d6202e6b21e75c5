package org.mqemu.blkmq.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
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
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.MqStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.TestStack;
import org.mqemu.blkmq.topology.Topology;

/** Both block layers under random loads on random machines: nothing is lost, ends twice, leaks or stalls. */
class RandomLoadsTest {
    private static HostFixture host(Random random) {
        return new HostFixture(
                new Topology(1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2), LINE_COSTS),
                new CpuParameters(1.65, 1.15, 300, 1 + random.nextInt(20_000)),
                random.nextLong());
    }

    private static StackParameters parameters(HostFixture host, Random random, boolean percpuIda) {
        int cpus = host.cpus().size();
        int irqCpu = random.nextInt(cpus);
        boolean few = random.nextBoolean();
        return new StackParameters(
                1 + random.nextInt(3),
                1 + random.nextInt(random.nextBoolean() ? 4 : 80),
                percpuIda,
                !percpuIda && random.nextBoolean(),
                random.nextBoolean() ? 1 : 8,
                random.nextInt(3),
                few ? 1 + random.nextInt(4) : Integer.MAX_VALUE,
                few ? 1 + random.nextInt(6) : Integer.MAX_VALUE,
                random.nextInt(4) == 0,
                1 + random.nextInt(30_000),
                random.nextBoolean(),
                random.nextBoolean() ? submitter -> submitter : submitter -> irqCpu);
    }

    private static void shouldServe(HostFixture host, TestStack stack, Random random) {
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            loads.add(LoadThread.start(
                    host,
                    stack,
                    random.nextInt(host.cpus().size()),
                    random.nextInt(30_000),
                    1 + random.nextInt(40),
                    1 + random.nextInt(24),
                    1 + random.nextInt(120),
                    random::nextInt));
        }
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.inFlight()).isZero();
        assertThat(stack.mostInFlight()).isLessThanOrEqualTo(stack.parameters().hostLimit());
        long submitted = 0;
        for (LoadThread load : loads) {
            assertThat(load.ended()).isEqualTo(load.submitted());
            submitted += load.submitted();
        }
        long completed = 0;
        for (Disk disk : stack.disks()) {
            assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
            assertThat(disk.total().failed()).isZero();
            completed += disk.total().completed();
            shouldAddUp(disk.total().measured());
        }
        assertThat(completed).isEqualTo(submitted);
    }

    private static void shouldAddUp(RequestFigures figures) {
        double sumNs = 0;
        for (Stage stage : Stage.values()) {
            assertThat(figures.stage(stage).n()).isEqualTo(figures.whole().n());
            sumNs += figures.stage(stage).mean();
        }
        assertThat(sumNs).isCloseTo(figures.whole().mean(), within(1e-6 * (1 + sumNs)));
    }

    @Property(tries = 60)
    void shouldEndEveryBioOfBlkMqOnce(@ForAll Random random) {
        HostFixture host = host(random);
        MqStack stack = new MqStack(host, parameters(host, random, false));
        shouldServe(host, stack, random);
    }

    @Property(tries = 40)
    void shouldEndEveryBioOfBlkMqWithPercpuTagsOnce(@ForAll Random random) {
        HostFixture host = host(random);
        MqStack stack = new MqStack(host, parameters(host, random, true));
        shouldServe(host, stack, random);
    }

    @Property(tries = 25)
    void shouldLetNobodySleepForEverForATag(@ForAll Random random, @ForAll boolean percpuIda) {
        HostFixture host = host(random);
        int tags = 1 + random.nextInt(100);
        StackParameters parameters = StackParameters.plain(tags).withServiceNs(1 + random.nextInt(200_000));
        MqStack stack = new MqStack(host, percpuIda ? parameters.withPercpuIda() : parameters);
        List<LoadThread> loads = new ArrayList<>();
        for (int i = tags + random.nextInt(100); i > 0; i--) {
            int depth = 1 + random.nextInt(3);
            int cpu = random.nextInt(host.cpus().size());
            loads.add(LoadThread.start(
                    host, stack, cpu, random.nextInt(5_000), depth, depth, random.nextInt(5), random::nextInt));
        }
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
    }

    /** CPUs that really run at once: the shared words must hold, and no wake-up may be lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndEveryBioOnceUnderTheRealTimeClock(boolean mq) {
        HostFixture host = new HostFixture(
                new Topology(1, 2, 2, LINE_COSTS), HostFixture.PLAIN, 1, new ClockSettings(ClockKind.REAL_TIME, 100));
        StackParameters parameters = StackParameters.plain(5).withDisks(2).withLimits(2, 3);
        TestStack stack = mq ? new MqStack(host, parameters) : new LegacyStack(host, parameters);
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int odd = i % 2;
            loads.add(LoadThread.start(host, stack, i % 4, 0, 4, 3, 60, bound -> odd));
        }
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(60));
        assertThat(stack.inFlight()).isZero();
        assertThat(stack.mostInFlight()).isLessThanOrEqualTo(3);
    }

    @Property(tries = 60)
    void shouldEndEveryBioOfTheLegacyQueueOnce(@ForAll Random random) {
        HostFixture host = host(random);
        LegacyStack stack = new LegacyStack(host, parameters(host, random, false));
        shouldServe(host, stack, random);
        assertThat(stack.allocated()).isZero();
    }
}
