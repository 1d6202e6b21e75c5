package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.Program;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.Topology;

class CpuSchedulingTest {
    private static final long SLICE_NS = 1_000;

    private final HostFixture host =
            new HostFixture(new Topology(1, 2, 1, LINE_COSTS), new CpuParameters(1, 1, 300, SLICE_NS), 1);
    private final Cpu cpu0 = host.cpu(0);

    private Program steps(String name, int n, long ns) {
        Program program = host.program();
        for (int i = 0; i < n; i++) {
            program.work(ns);
        }
        return program.note(name);
    }

    @Test
    void shouldTakeTurnsWhenASliceIsOver() {
        host.thread(0, 0, steps("a", 10, 200));
        host.thread(0, 0, steps("b", 10, 200));
        host.run();
        // a turn: the switch, and steps of 200 until at least 1000 are over, so five of them; then only the note is
        // left
        assertThat(host.log()).containsExactly("a@4050", "b@4060");
        assertThat(cpu0.measured().switches()).isEqualTo(6);
    }

    @Test
    void shouldLetAThreadDoSomethingInATurnThatIsShorterThanTheSwitch() {
        HostFixture hasty =
                new HostFixture(new Topology(1, 1, 1, LINE_COSTS), new CpuParameters(1, 1, 300, SWITCH_NS / 2), 1);
        hasty.thread(0, 0, hasty.program().work(100).note("a").work(100));
        hasty.thread(0, 0, hasty.program().work(100).note("b").work(100));
        hasty.run();
        assertThat(hasty.log()).hasSize(2);
    }

    @Test
    void shouldNotSwitchWhenNobodyElseIsRunnable() {
        host.thread(0, 0, steps("a", 100, 200));
        host.run();
        assertThat(host.log()).containsExactly("a@" + (SWITCH_NS + 20_000));
        assertThat(cpu0.measured().switches()).isEqualTo(1);
    }

    @Test
    void shouldFinishTheSegmentBeforeItGivesTheCpuAway() {
        host.thread(0, 0, host.program().work(5_000).note("a").work(10).note("a end"));
        host.thread(0, 100, host.program().work(10).note("b"));
        host.run();
        // the note costs nothing, but the turn is over before it
        assertThat(host.log()).containsExactly("b@5030", "a@5040", "a end@5050");
    }

    @Test
    void shouldRunAnotherThreadWhileOneSleeps() {
        Context sleeper = host.thread(0, 0, host.program().work(100).sleep(true).note("woken"));
        host.thread(0, 0, host.program().work(500).note("other"));
        host.tell(0, 5_000, new CpuPort.Wake(sleeper));
        host.run();
        assertThat(host.log()).containsExactly("other@620", "woken@5010");
    }

    @Test
    void shouldNotSleepWhenTheWakeUpCameFirst() {
        Context thread =
                host.thread(0, 0, host.program().work(1_000).sleep(true).note("awake"));
        host.tell(0, 500, new CpuPort.Wake(thread));
        host.run();
        assertThat(host.log()).containsExactly("awake@1010");
        assertThat(cpu0.measured().ns(CpuMode.IOWAIT)).isZero();
    }

    @Test
    void shouldRememberOneWakeUpOnly() {
        Context thread = host.thread(
                0,
                0,
                host.program().work(1_000).sleep(true).note("first").sleep(true).note("second"));
        host.tell(0, 400, new CpuPort.Wake(thread));
        host.tell(0, 500, new CpuPort.Wake(thread));
        host.tell(0, 9_000, new CpuPort.Wake(thread));
        host.run();
        assertThat(host.log()).containsExactly("first@1010", "second@9010");
    }

    @Test
    void shouldWakeAThreadThatHasJustFallenAsleepFromAnInterrupt() {
        Context thread = host.thread(0, 0, host.program().work(990).sleep(false).note("awake"));
        cpu0.handleInterrupt(1, host.program().then(cx -> cx.wake(thread)).work(95));
        host.interrupt(0, 1_001, 1);
        host.run();
        assertThat(host.log()).containsExactly("awake@" + (1_001 + 100 + SWITCH_NS));
    }

    @Test
    void shouldCallASleepingCpuIdleUnlessItsThreadWaitsForIo() {
        Context forIo = host.thread(0, 0, host.program().sleep(true));
        Context forAnything = host.thread(1, 0, host.program().sleep(false));
        host.tell(0, 2_000, new CpuPort.Wake(forIo));
        host.tell(1, 2_000, new CpuPort.Wake(forAnything));
        host.measure(0, 3_000);
        host.runUntil(3_001);
        assertThat(cpu0.measured().ns(CpuMode.IOWAIT)).isEqualTo(2_000 - SWITCH_NS);
        assertThat(cpu0.measured().ns(CpuMode.IDLE)).as("after its end").isEqualTo(1_000 - SWITCH_NS);
        assertThat(host.cpu(1).measured().ns(CpuMode.IOWAIT)).isZero();
        assertThat(host.cpu(1).measured().ns(CpuMode.IDLE)).isEqualTo(3_000 - 2 * SWITCH_NS);
    }

    @Test
    void shouldAccountForTheModeThatTheThreadIsIn() {
        host.thread(
                0,
                0,
                CpuMode.USR,
                host.program()
                        .work(300)
                        .mode(CpuMode.SYS)
                        .work(500)
                        .mode(CpuMode.USR)
                        .work(7));
        host.measure(SWITCH_NS, 2_000);
        host.runUntil(3_000);
        assertThat(cpu0.measured().ns(CpuMode.USR)).isEqualTo(307);
        assertThat(cpu0.measured().ns(CpuMode.SYS)).isEqualTo(500);
        assertThat(cpu0.measured().ns(CpuMode.IDLE)).isEqualTo(2_000 - SWITCH_NS - 807);
    }

    @Test
    void shouldBurnTheTimeOfACpuThatSpins() {
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, false);
        host.thread(1, 0, host.program().lock(lock.lock()).work(4_000).unlock(lock.lock()));
        host.thread(0, 1_000, host.program().lock(lock.lock()).unlock(lock.lock()));
        host.thread(0, 1_100, host.program().note("other"));
        host.measure(1_000, 6_000);
        host.runUntil(7_000);
        long gotNs = SWITCH_NS + 6 + 4_000 + 45;
        assertThat(cpu0.measured().spinNs(CpuMode.SYS)).isEqualTo(gotNs - 1_000 - SWITCH_NS);
        assertThat(cpu0.measured().ns(CpuMode.SYS)).isEqualTo(gotNs - 1_000 + 2 * SWITCH_NS); // to the other and back
        assertThat(host.log()).containsExactly("other@" + (gotNs + SWITCH_NS)); // no turn for it before
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheCpuWhileItHoldsASpinlock(boolean irqSave) {
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, irqSave);
        host.thread(
                0,
                0,
                host.program()
                        .lock(lock.lock())
                        .work(3_000)
                        .work(3_000)
                        .note("unlock")
                        .unlock(lock.lock()));
        host.thread(0, 100, host.program().note("got turn").lock(lock.lock()).unlock(lock.lock()));
        host.run();
        assertThat(host.log()).containsExactly("unlock@6016", "got turn@6026");
    }

    @Test
    void shouldTellAThreadSomethingAndWakeIt() {
        Context thread = host.thread(0, 0, host.program().sleep(false).note("awake"));
        host.tell(0, 1_000, new CpuPort.TellThread(thread, () -> host.log().add("told")));
        host.run();
        assertThat(host.log()).containsExactly("told", "awake@1010");
    }

    @Test
    void shouldParkAKernelThreadThatNobodyWaitsFor() {
        Context worker =
                cpu0.newWorker("kworker", host.program().note("works").work(100).sleep(false));
        host.tell(0, 1_000, new CpuPort.Wake(worker));
        assertThat(host.runUntil(2_000).leftOver()).isEmpty();
        assertThat(host.log()).containsExactly("works@1010");
    }

    /** kblockd's workers have a nice value of -20; without CONFIG_PREEMPT the kernel itself gives nothing away. */
    @Test
    void shouldGiveTheCpuToAWorkerWhenTheRunningOneReturnsToUserMode() {
        Context worker =
                cpu0.newWorker("kworker", host.program().note("works").work(100).sleep(false));
        host.thread(
                0,
                0,
                host.program()
                        .mode(CpuMode.SYS)
                        .work(200)
                        .work(200)
                        .note("still in the kernel")
                        .mode(CpuMode.USR)
                        .work(50)
                        .note("goes on"));
        host.thread(0, 0, host.program().note("next thread"));
        host.tell(0, 100, new CpuPort.Wake(worker));
        host.run();

        assertThat(host.log())
                .containsExactly("still in the kernel@410", "works@420", "goes on@580", "next thread@590");
    }

    @Test
    void shouldMeasureBetweenTheMarksOnly() {
        host.thread(0, 0, steps("a", 10, 1_000));
        host.measure(2_500, 4_500);
        host.run();
        CpuTimes times = cpu0.measured();
        assertThat(times.ns(CpuMode.SYS)).isEqualTo(2_000);
        assertThat(times.functionCalls(host.prices().of("work").id(), CpuMode.SYS))
                .isEqualTo(2);
        assertThat(times.switches()).isZero();
    }

    @Test
    void shouldTellListenersOfTheMarks() {
        cpu0.whenMarked(begin -> host.log().add("begin " + begin));
        host.measure(100, 200);
        host.runUntil(300);
        assertThat(host.log()).containsExactly("begin true", "begin false");
    }

    @Test
    void shouldReportAThreadThatHasNotEnded() {
        host.thread(0, 0, host.program().sleep(false));
        assertThat(host.runUntil(1_000).leftOver()).containsExactly("cpu0: 1 threads that have not ended");
    }
}
