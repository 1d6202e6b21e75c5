package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.topology.Topology;

/** blk-mq since 4.12 under random loads on random machines: nothing is lost, ends twice, leaks or stalls. */
class LaterRandomLoadsTest {

    @Property(tries = 80)
    void shouldEndEveryBioOnceUnderAnyRules(@ForAll Random random) {
        HostFixture host = LaterLoads.host(random);
        LaterStack stack = new LaterStack(host, LaterLoads.parameters(host, random), LaterLoads.setup(random));
        List<LoadThread> loads = LaterLoads.start(host, stack, random, 1 + random.nextInt(8), 80);
        LaterLoads.shouldHaveServed(host, stack, loads);
    }

    /** Loads of bfq in which hardware queues put off the delayed run of one of them again and again. */
    @ParameterizedTest
    @ValueSource(longs = {140, 194, 378, 386, 405, 422})
    void shouldRunAHardwareQueueThatOthersKeepAskingFor(long seed) {
        shouldEndEveryBioOnceUnderAnyRules(new Random(seed));
    }

    /** CPUs that really run at once: tags, schedulers and queues must stay whole, and no wake-up may be lost. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "mq-deadline", "kyber", "bfq"})
    void shouldEndEveryBioOnceUnderTheRealTimeClock(String scheduler) {
        HostFixture host = new HostFixture(
                new Topology(1, 2, 2, LINE_COSTS), HostFixture.PLAIN, 1, new ClockSettings(ClockKind.REAL_TIME, 100));
        StackParameters parameters = StackParameters.plain(6).withDisks(2).withLimits(5, 7);
        LaterSetup setup = new LaterSetup()
                .merging()
                .withQueues(2, 0, 0)
                .sharingTags()
                .withBudget(4)
                .with(scheduler);
        LaterStack stack = new LaterStack(host, parameters, setup);
        List<LoadThread> loads = LaterLoads.start(host, stack, new Random(7), 8, 20);
        LaterLoads.shouldHaveServed(host, stack, loads);
        assertThat(stack.elevators().made()).hasSize(scheduler.equals("none") ? 0 : 2);
    }
}
