package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mqemu.blkmq.support.HostFixture.IRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.Topology;

/** Two cores of two threads: CPUs 0 and 2 are siblings, 1 and 3 as well. Busy doubles work, spinning makes it half longer. */
class CpuSiblingTest {
    private static final CpuParameters SLOWED = new CpuParameters(2.0, 1.5, 300, 1_000_000);

    private final HostFixture host = new HostFixture(new Topology(1, 2, 2, LINE_COSTS), SLOWED, 1);

    @Test
    void shouldRunAtFullSpeedWhileTheSiblingIsIdle() {
        host.thread(0, 0, host.program().work(1_000).note("end"));
        host.thread(1, 0, host.program().work(5_000)); // another core
        host.run();
        assertThat(host.log()).containsExactly("end@" + (SWITCH_NS + 1_000));
    }

    @Test
    void shouldStretchWorkFromTheMomentTheSiblingBecomesBusyUntilItIsIdle() {
        host.thread(0, 0, host.program().work(990).note("a"));
        host.thread(2, 400, host.program().work(90).note("b"));
        host.run();
        // a: 400 alone; b: 100 of work, switch included, take 200 until 600, in which a does 100 of its 1000
        assertThat(host.log()).containsExactly("b@600", "a@" + (600 + 500));
    }

    @Test
    void shouldStretchWorkLessWhileTheSiblingSpins() {
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, false);
        host.thread(1, 0, host.program().lock(lock.lock()).work(984).unlock(lock.lock())); // releases at 1000
        host.thread(2, 100, host.program().lock(lock.lock()).note("got").unlock(lock.lock()));
        host.thread(0, 500, host.program().work(390).note("end"));
        host.run();
        // end: 400 of work from 500 to 1045 at 1.5 are 363.33, the other 36.67 alone
        assertThat(host.log()).containsExactly("got@1045", "end@1082");
    }

    @Test
    void shouldFeelAHardirqOfTheSibling() {
        host.cpu(2).handleInterrupt(1, host.program().work(95));
        host.thread(0, 0, host.program().work(990).note("end"));
        host.interrupt(2, 300, 1);
        host.run();
        assertThat(IRQ_NS).isEqualTo(5);
        assertThat(host.log()).containsExactly("end@" + (1_000 + 100)); // 200 ns in which half as much is done
    }

    @Test
    void shouldNotStretchTheFetchingOfLines() {
        host.thread(2, 0, host.program().work(100_000));
        host.thread(
                0,
                1_000,
                host.program()
                        .then(cx -> cx.stall(500))
                        .note("fetched")
                        .work(500)
                        .note("worked"));
        host.run();
        long startNs = 1_000 + 2 * SWITCH_NS;
        assertThat(host.log()).containsExactly("fetched@" + (startNs + 500), "worked@" + (startNs + 500 + 1_000));
    }

    @Test
    void shouldFinishTheFetchBeforeTheWorkOfTheSameStepWhenTheLoadChanges() {
        host.thread(
                0,
                0,
                host.program()
                        .op((cx, next) -> {
                            cx.stall(300);
                            cx.charge(host.work(300));
                            return next;
                        })
                        .note("end"));
        host.thread(2, 110, host.program().work(5_000));
        host.run();
        // from 10: fetching until 310, of which 200 beside a busy sibling and not stretched, then 300 of work at half
        // speed
        assertThat(host.log()).containsExactly("end@" + (310 + 600));
    }

    @Test
    void shouldLoseNothingToManyChangesOfTheSiblingsLoad() {
        var toggles = host.program();
        for (int i = 0; i < 50; i++) {
            toggles.work(7).sleep(false);
        }
        var sibling = host.thread(2, 0, toggles.work(1));
        for (int i = 1; i <= 50; i++) {
            host.tell(2, 100L * i, new CpuPort.Wake(sibling));
        }
        host.thread(0, 0, host.program().work(20_000).note("end"));
        host.run();
        // each burst of the sibling is 17 ns of work, 34 beside this CPU, which loses 17 in it; the last one has 11
        assertThat(host.log()).containsExactly("end@" + (SWITCH_NS + 20_000 + 50 * 17 + 11));
    }

    @Test
    void shouldCountStretchedTimeInTheModesButNotInTheProfile() {
        host.thread(0, 0, host.program().work(990));
        host.thread(2, 0, host.program().work(990));
        host.run();
        CpuTimes times = host.cpu(0).measured();
        int work = host.prices().of("work").id();
        assertThat(times.ns(CpuMode.SYS)).isEqualTo(2_000);
        assertThat(times.functionNs(work, CpuMode.SYS)).isEqualTo(990);
        assertThat(times.functionCalls(work, CpuMode.SYS)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0.9,1,0,1", "1,0.9,0,1", "11,1,0,1", "NaN,1,0,1", "1,1,-1,1", "1,1,0,0"})
    void shouldRefuseParametersOutsideTheirRange(double busy, double spin, long ipiLatencyNs, long sliceNs) {
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuParameters(busy, spin, ipiLatencyNs, sliceNs));
    }
}
