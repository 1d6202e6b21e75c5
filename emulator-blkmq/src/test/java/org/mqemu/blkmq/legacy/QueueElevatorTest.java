package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.IdlingElevator;
import org.mqemu.blkmq.support.LegacySetup;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

/** What a legacy queue does for an elevator that waits, joins and wants to hear of ends. */
class QueueElevatorTest {
    private static final long IDLE_NS = 8_000_000;

    private final HostFixture host = HostFixture.cores(2);
    private final IdlingElevator elevator = new IdlingElevator("idling", IDLE_NS);

    private long kworkerRuns(int cpu) {
        return host.cpu(cpu)
                .measured()
                .functionCalls(host.prices().of("__blk_run_queue").id(), CpuMode.SYS);
    }

    @Test
    void shouldRunTheQueueAgainWhenTheElevatorHasIdledForNothing() {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(10), new LegacySetup().with(elevator));
        TraceLog trace = new TraceLog(stack.disks());
        new Submitter(host, stack, 0, 1).read(stack.queue(0), 0).start(0);
        new Submitter(host, stack, 1, 2).read(stack.queue(0), 80).start(20_000);

        assertThat(host.run().leftOver()).isEmpty();

        long completedNs = trace.firstNs(TraceAction.COMPLETE, 0);
        assertThat(trace.firstNs(TraceAction.INSERT, 80)).isLessThan(30_000);
        assertThat(trace.firstNs(TraceAction.ISSUE, 80))
                .isBetween(completedNs + IDLE_NS, completedNs + IDLE_NS + 1_000);
        assertThat(kworkerRuns(1)).as("on the CPU that ran the queue in vain").isEqualTo(1);
    }

    @Test
    void shouldSetNoTimerWhileTheElevatorHasNothing() {
        LegacyStack stack = new LegacyStack(host, StackParameters.plain(10), new LegacySetup().with(elevator));
        new Submitter(host, stack, 0, 1).read(stack.queue(0), 0).start(0);

        assertThat(host.run().leftOver()).isEmpty();
        assertThat(kworkerRuns(0)).isZero();
    }

    @Test
    void shouldGiveBackTheRequestThatABioJoinedToItsNeighbour() {
        LegacyStack stack = new LegacyStack(
                host,
                StackParameters.plain(3).withLimits(1, 1).withServiceNs(50_000),
                new LegacySetup().with(elevator).merging());
        TraceLog trace = new TraceLog(stack.disks());
        Submitter first = new Submitter(host, stack, 0, 1);
        first.read(stack.queue(0), 800).unplug().read(stack.queue(0), 900).unplug();
        first.read(stack.queue(0), 0).unplug().read(stack.queue(0), 16).start(0);
        new Submitter(host, stack, 1, 2).read(stack.queue(0), 8).start(20_000);

        assertThat(host.run().leftOver()).isEmpty();

        assertThat(elevator.joins()).isEqualTo(1);
        assertThat(trace.lines()).contains("Q8+8 M8+8").contains("D0+24");
        assertThat(elevator.open()).isZero();
        assertThat(elevator.completions()).isEqualTo(3);
        assertThat(stack.allocated()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadline", "cfq", "mq-deadline", ""})
    void shouldSayWhichElevatorsThereAre(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LegacyElevators().make(name))
                .withMessageContaining(name)
                .withMessageContaining("noop");
    }

    @Test
    void shouldMakeEachElevatorThatItNames() {
        LegacyElevators elevators = new LegacyElevators();
        assertThat(elevators.names())
                .allSatisfy(name -> assertThat(elevators.make(name).name()).isEqualTo(name));
    }

    /** However it idles: every request completes, and the elevator hears of each end once (it checks that itself). */
    @Property(tries = 60)
    void shouldEndEveryBioBehindAnElevatorThatIdles(@ForAll Random random) {
        HostFixture own = HostFixture.cores(1 + random.nextInt(3));
        IdlingElevator idling = new IdlingElevator("idling", random.nextInt(3) * random.nextInt(1_000_000));
        LegacySetup setup = new LegacySetup().with(idling);
        if (random.nextBoolean()) {
            setup = setup.merging();
        }
        setup = setup.with(random.nextBoolean() ? LegacyRules.V3_15 : LegacyRules.V4_20);
        StackParameters parameters =
                StackParameters.plain(1 + random.nextInt(20)).withServiceNs(1 + random.nextInt(50_000));
        if (random.nextBoolean()) {
            parameters = parameters.withLimits(1 + random.nextInt(3), 1 + random.nextInt(3));
        }
        LegacyStack stack = new LegacyStack(own, parameters, setup);
        List<LoadThread> loads = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            loads.add(LoadThread.start(
                    own,
                    stack,
                    random.nextInt(own.cpus().size()),
                    random.nextInt(30_000),
                    1 + random.nextInt(20),
                    1 + random.nextInt(24),
                    1 + random.nextInt(60),
                    bound -> 0));
        }

        assertThat(own.run().leftOver()).isEmpty();

        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isEqualTo(load.submitted()));
        assertThat(idling.open()).isZero();
        assertThat(idling.size()).isZero();
        assertThat(stack.allocated()).isZero();
    }
}
