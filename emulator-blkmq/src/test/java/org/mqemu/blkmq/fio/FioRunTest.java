package org.mqemu.blkmq.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mqemu.blkmq.fio.GroupOutcome.End.INTERRUPTED;
import static org.mqemu.blkmq.fio.GroupOutcome.End.RUNTIME;
import static org.mqemu.blkmq.fio.GroupOutcome.End.SIZE;
import static org.mqemu.blkmq.fio.GroupOutcome.End.STEADY;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.stats.SteadyState;

class FioRunTest {
    private static final long MS = 1_000_000;
    private static final long EVER = Long.MAX_VALUE;
    private static final StopRule RULE =
            new StopRule(new SteadyState.Rule(100_000, 10, 10), 0.05, new SteadyState.Rule(100_000, 20, 20), 0.02);

    private final FioFixture host = new FioFixture(2);
    private final FioRun run = host.emulation.add("fio", new FioRun(RULE));
    private final MarkProbe probe = host.emulation.add("probe", new MarkProbe());
    private final List<FioGroup> groups = new ArrayList<>();

    FioRunTest() {
        host.device.endsOn(io -> 1);
    }

    private FioThread thread(Job job) {
        return host.thread(0, job, run.ref(FioPort.class));
    }

    private FioRunTest group(long startDelayNs, long rampNs, long runtimeNs, boolean steady, FioThread... threads) {
        groups.add(new FioGroup(List.of(threads), startDelayNs, rampNs, runtimeNs, steady));
        return this;
    }

    private List<GroupOutcome> outcomes() {
        run.connect(groups, host.emulation.marked());
        RunResult result = host.emulation.run();
        assertThat(result.leftOver()).isEmpty();
        return run.outcomes(result.emulatedNs());
    }

    private GroupOutcome outcome() {
        List<GroupOutcome> all = outcomes();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    // ---- one group ----

    @Test
    void shouldEndAGroupAfterItsRuntime() {
        FioThread thread = thread(Job.depth(2));
        GroupOutcome outcome = group(0, 0, 5 * MS, false, thread).outcome();
        assertThat(outcome).isEqualTo(new GroupOutcome(0, 0, 5 * MS, RUNTIME, null));
        assertThat(thread.inFlight()).isZero();
        assertThat(thread.stats().measured().totalIos()).isBetween(thread.issued() - 3, thread.issued());
    }

    @Test
    void shouldMeasureForTheRuntimeAfterTheRamp() {
        FioThread thread = thread(Job.depth(2));
        GroupOutcome outcome = group(0, 2 * MS, 3 * MS, false, thread).outcome();
        assertThat(outcome).isEqualTo(new GroupOutcome(0, 2 * MS, 5 * MS, RUNTIME, null));
        assertThat(outcome.measuredNs()).isEqualTo(3 * MS);
        assertThat((double) thread.stats().measured().totalIos() / thread.issued())
                .isBetween(0.55, 0.65);
    }

    @Test
    void shouldStartAGroupAfterItsDelay() {
        GroupOutcome outcome = group(7 * MS, 0, MS, false, thread(Job.depth(1))).outcome();
        assertThat(outcome).isEqualTo(new GroupOutcome(7 * MS, 7 * MS, 8 * MS, RUNTIME, null));
        assertThat(host.device.arrivalsNs().get(0)).isGreaterThan(7 * MS);
    }

    @Test
    void shouldEndAGroupWhenAllItsThreadsHaveDoneTheirSize() {
        FioThread small = thread(Job.depth(2).ios(10));
        FioThread large = thread(Job.depth(2).ios(50));
        GroupOutcome outcome = group(0, 0, EVER, false, small, large).outcome();
        assertThat(outcome.end()).isEqualTo(SIZE);
        assertThat(outcome.endNs()).isGreaterThan(host.device.lastEndNs());
        assertThat(small.reapedInAll()).isEqualTo(10);
        assertThat(large.reapedInAll()).isEqualTo(50);
    }

    @Test
    void shouldEndAsSoonAsTheRateIsKnown() {
        GroupOutcome outcome = group(0, 0, 1_000 * MS, true, thread(Job.depth(4).bins(100_000)))
                .outcome();
        assertThat(outcome.end()).isEqualTo(STEADY);
        assertThat(outcome.beginNs()).isBetween(MS, 20 * MS); // at least ten bins of warm-up
        assertThat(outcome.measuredNs()).isBetween(2 * MS, 50 * MS); // at least twenty bins
        assertThat(outcome.steadyState())
                .isNotNull()
                .satisfies(state -> assertThat(state.relativeHalfWidth()).isLessThanOrEqualTo(0.02));
    }

    @Test
    void shouldWarmUpForATenthOfTheRuntimeAndRunItToItsEndIfTheRateNeverSettles() {
        host.device.takes(io -> (io / 100 % 2 == 0) ? 1_000 : 300_000);
        GroupOutcome outcome =
                group(0, 0, 50 * MS, true, thread(Job.depth(2).bins(100_000))).outcome();
        assertThat(outcome.beginNs()).isEqualTo(5 * MS);
        assertThat(outcome.endNs()).isEqualTo(50 * MS);
        assertThat(outcome.end()).isEqualTo(RUNTIME);
    }

    @Test
    void shouldNotCutTheRampShortWhenTheRateSettlesEarlier() {
        GroupOutcome outcome = group(
                        0, 30 * MS, 1_000 * MS, true, thread(Job.depth(4).bins(100_000)))
                .outcome();
        assertThat(outcome.beginNs()).isEqualTo(30 * MS);
        assertThat(outcome.end()).isEqualTo(STEADY);
    }

    @Test
    void shouldMeasureAJobThatEndsByItsSizeDuringTheWarmUpFromItsStart() {
        FioThread thread = thread(Job.depth(2).ios(30));
        GroupOutcome outcome = group(0, 100 * MS, 100 * MS, true, thread).outcome();
        assertThat(outcome.end()).isEqualTo(SIZE);
        assertThat(outcome.beginNs()).isZero();
        assertThat(thread.stats().measured().totalIos()).isEqualTo(30);
    }

    @Test
    void shouldLetTheCpusEndWhatTheyDoAfterTheLastIo() {
        host.device.freeTakes(5_000);
        group(0, 0, EVER, false, thread(Job.depth(1).ios(3))).outcome();
        assertThat(host.device.freed()).isEqualTo(3);
    }

    // ---- marks ----

    @Test
    void shouldTellAllComponentsWhenAMeasurementEndsWithTheLastThread() {
        GroupOutcome outcome =
                group(0, 0, EVER, false, thread(Job.depth(1).ios(3))).outcome();
        assertThat(probe.seen()).containsExactly("begin@0", "end@" + outcome.endNs());
    }

    @Test
    void shouldTellAllComponentsWhenTheMeasurementBeginsAndEnds() {
        group(0, 2 * MS, 3 * MS, false, thread(Job.depth(2))).outcome();
        assertThat(probe.seen()).containsExactly("begin@0", "begin@2000000", "end@5000000");
    }

    @Test
    void shouldMeasureEachGroupInItsTurn() {
        group(0, 0, MS, false, thread(Job.depth(2)));
        group(3 * MS, 0, MS, false, thread(Job.depth(2)));
        List<GroupOutcome> outcomes = outcomes();
        long second = outcomes.get(1).startNs();
        assertThat(probe.seen()).containsExactly("begin@0", "end@1000000", "begin@" + second, "end@" + (second + MS));
    }

    // ---- several groups ----

    @Test
    void shouldStartAGroupOnlyWhenTheOneBeforeHasDrained() {
        FioThread first = thread(Job.depth(4));
        FioThread second = thread(Job.depth(4).ios(20));
        FioThread third = thread(Job.depth(1).ios(1));
        host.device.takes(io -> 750_000);
        List<String> wrong = new ArrayList<>();
        host.device.atEachIo(() -> {
            if ((second.issued() > 0 && first.inFlight() > 0) || (third.issued() > 0 && second.inFlight() > 0)) {
                wrong.add("at I/O " + host.device.arrived());
            }
        });
        List<GroupOutcome> outcomes = group(0, 0, 2 * MS, false, first)
                .group(0, 0, EVER, false, second)
                .group(MS, 0, EVER, false, third)
                .outcomes();
        assertThat(wrong).isEmpty();
        assertThat(outcomes).extracting(GroupOutcome::end).containsExactly(RUNTIME, SIZE, SIZE);
        assertThat(outcomes.get(1).startNs()).isGreaterThan(2 * MS + 200_000); // the first one's last I/O has ended
        assertThat(outcomes.get(2).startNs()).isEqualTo(outcomes.get(1).endNs() + MS);
        assertThat(run.turn()).isEqualTo(3);
    }

    @Test
    void shouldKeepWhatAGroupMeasuredWhileOthersRun() {
        FioThread first = thread(Job.depth(4));
        FioThread second = thread(Job.depth(4));
        group(0, 0, 2 * MS, false, first).group(0, MS, 2 * MS, false, second).outcomes();
        long reaped = first.reapedInAll();
        assertThat(first.stats().measured().totalIos()).isBetween(reaped - 4, reaped);
    }

    @Test
    void shouldEndAtOnceWithoutGroups() {
        assertThat(outcomes()).isEmpty();
    }

    // ---- from outside ----

    private List<GroupOutcome> interruptedAfter(int ios) {
        host.device.atEachIo(() -> {
            if (host.device.arrived() == ios) {
                host.emulation.interrupt();
            }
        });
        run.connect(groups, host.emulation.marked());
        RunResult result = host.emulation.run();
        assertThat(result.interrupted()).isTrue();
        List<GroupOutcome> outcomes = run.outcomes(result.emulatedNs());
        assertThat(outcomes.get(outcomes.size() - 1).endNs()).isEqualTo(result.emulatedNs());
        return outcomes;
    }

    @Test
    void shouldTellThatItWasInterruptedWhileMeasuring() {
        group(0, MS, 100 * MS, false, thread(Job.depth(2))).group(0, 0, MS, false, thread(Job.depth(2)));
        List<GroupOutcome> outcomes = interruptedAfter(500);
        assertThat(outcomes).extracting(GroupOutcome::end).containsExactly(INTERRUPTED);
        assertThat(outcomes.get(0).beginNs()).isEqualTo(MS);
    }

    @Test
    void shouldTellThatItWasInterruptedDuringTheWarmUp() {
        group(0, 100 * MS, 100 * MS, false, thread(Job.depth(2)));
        List<GroupOutcome> outcomes = interruptedAfter(500);
        assertThat(outcomes).extracting(GroupOutcome::end).containsExactly(INTERRUPTED);
        assertThat(outcomes.get(0).beginNs()).isZero();
    }

    @Test
    void shouldKeepTheOutcomesOfTheGroupsBeforeTheInterruptedOne() {
        group(0, 0, MS, false, thread(Job.depth(2))).group(0, 0, 100 * MS, false, thread(Job.depth(2)));
        assertThat(interruptedAfter(500)).extracting(GroupOutcome::end).containsExactly(RUNTIME, INTERRUPTED);
    }

    @Test
    void shouldRefuseAGroupWithoutThreadsOrWithTimesBelowZero() {
        List<FioThread> one = List.of(thread(Job.depth(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new FioGroup(List.of(), 0, 0, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new FioGroup(one, -1, 0, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new FioGroup(one, 0, -1, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new FioGroup(one, 0, 0, 0, false));
    }
}
