package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.IPI_LATENCY_NS;
import static org.mqemu.blkmq.support.HostFixture.IPI_NS;
import static org.mqemu.blkmq.support.HostFixture.IRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.SOFTIRQ_NS;
import static org.mqemu.blkmq.support.HostFixture.SWITCH_NS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.SpinLock;

class CpuInterruptsTest {
    private static final int VECTOR = 7;

    private final HostFixture host = HostFixture.cores(2);
    private final Cpu cpu0 = host.cpu(0);

    private SpinLock lock(boolean irqSave) {
        return host.lock("lock", LockKind.TICKET, 0, 0, irqSave);
    }

    @Test
    void shouldSuspendTheRunningSegmentAndFinishTheRestAfterwards() {
        cpu0.handleInterrupt(VECTOR, host.program().note("irq").work(100));
        host.thread(0, 0, host.program().note("start").work(1_000).note("end"));
        host.interrupt(0, 300, VECTOR);
        host.run();
        assertThat(host.log())
                .containsExactly(
                        "start@" + SWITCH_NS, "irq@" + (300 + IRQ_NS), "end@" + (SWITCH_NS + 1_000 + IRQ_NS + 100));
        assertThat(cpu0.measured().interrupts().devices()).isEqualTo(1);
        assertThat(cpu0.measured().ns(CpuMode.HARD)).isEqualTo(IRQ_NS + 100);
    }

    @Test
    void shouldFinishTheRestAfterManyInterruptions() {
        cpu0.handleInterrupt(VECTOR, host.program().work(20));
        host.thread(0, 0, host.program().work(1_000).note("end"));
        for (int i = 0; i < 10; i++) {
            host.interrupt(0, 100 + 37L * i, VECTOR);
        }
        host.run();
        assertThat(host.log()).containsExactly("end@" + (SWITCH_NS + 1_000 + 10 * (IRQ_NS + 20)));
    }

    @Test
    void shouldTakePendingInterruptsOneAfterAnotherInTheOrderOfArrival() {
        cpu0.handleInterrupt(1, host.program().note("first").work(100));
        cpu0.handleInterrupt(2, host.program().note("second").work(100));
        host.interrupt(0, 1_000, 1);
        host.interrupt(0, 1_010, 2);
        host.interrupt(0, 1_020, 1);
        host.runUntil(5_000);
        assertThat(host.log())
                .containsExactly(
                        "first@" + (1_000 + IRQ_NS), "second@" + (1_100 + 2 * IRQ_NS), "first@" + (1_200 + 3 * IRQ_NS));
    }

    @Test
    void shouldRunHardirqBeforeSoftirqBeforeThread() {
        cpu0.handleInterrupt(
                VECTOR, host.program().note("hard").work(50).raiseSoftirq().work(50));
        cpu0.handleSoftirq(host.program().note("soft").work(200).note("soft end"));
        host.thread(0, 0, host.program().work(1_000).note("thread end"));
        host.interrupt(0, 100, VECTOR);
        host.run();
        long softNs = 100 + IRQ_NS + 100 + SOFTIRQ_NS;
        assertThat(host.log())
                .containsExactly(
                        "hard@" + (100 + IRQ_NS),
                        "soft@" + softNs,
                        "soft end@" + (softNs + 200),
                        "thread end@" + (SWITCH_NS + 1_000 + IRQ_NS + 100 + SOFTIRQ_NS + 200));
        assertThat(cpu0.measured().interrupts().softirqs()).isEqualTo(1);
        assertThat(cpu0.measured().ns(CpuMode.SOFT)).isEqualTo(SOFTIRQ_NS + 200);
    }

    @Test
    void shouldInterruptTheSoftirqAndFinishItAfterwards() {
        cpu0.handleInterrupt(1, host.program().raiseSoftirq());
        cpu0.handleInterrupt(2, host.program().note("hard").work(100));
        cpu0.handleSoftirq(host.program().note("soft").work(500).note("soft end"));
        host.interrupt(0, 0, 1);
        host.interrupt(0, 200, 2);
        host.runUntil(5_000);
        assertThat(host.log())
                .containsExactly(
                        "soft@" + (IRQ_NS + SOFTIRQ_NS),
                        "hard@" + (200 + IRQ_NS),
                        "soft end@" + (IRQ_NS + SOFTIRQ_NS + 500 + IRQ_NS + 100));
    }

    @Test
    void shouldRunTheSoftirqAgainIfItWasRaisedMeanwhile() {
        cpu0.handleInterrupt(VECTOR, host.program().raiseSoftirq());
        cpu0.handleSoftirq(host.program().note("soft").work(500));
        host.interrupt(0, 0, VECTOR);
        host.interrupt(0, 200, VECTOR);
        host.runUntil(5_000);
        assertThat(host.log())
                .containsExactly(
                        "soft@" + (IRQ_NS + SOFTIRQ_NS), "soft@" + (2 * IRQ_NS + SOFTIRQ_NS + 500 + SOFTIRQ_NS));
        assertThat(cpu0.measured().interrupts().softirqs()).isEqualTo(2);
    }

    @Test
    void shouldHoldInterruptsAndSoftirqsOffUntilAnIrqSaveLockIsReleased() {
        SpinLock lock = lock(true);
        cpu0.handleInterrupt(VECTOR, host.program().note("irq").work(100).raiseSoftirq());
        cpu0.handleSoftirq(host.program().note("soft"));
        host.thread(
                0,
                0,
                host.program()
                        .lock(lock.lock())
                        .work(1_000)
                        .note("unlock")
                        .unlock(lock.lock())
                        .note("after"));
        host.interrupt(0, 300, VECTOR);
        host.run();
        long unlockNs = SWITCH_NS + 6 + 1_000;
        assertThat(host.log())
                .containsExactly(
                        "unlock@" + unlockNs,
                        "irq@" + (unlockNs + IRQ_NS),
                        "soft@" + (unlockNs + IRQ_NS + 100 + SOFTIRQ_NS),
                        "after@" + (unlockNs + IRQ_NS + 100 + SOFTIRQ_NS));
    }

    @Test
    void shouldHoldASoftirqOffThatTheHolderOfAnIrqSaveLockRaises() {
        SpinLock lock = lock(true);
        cpu0.handleSoftirq(host.program().note("soft"));
        host.thread(
                0,
                0,
                host.program()
                        .lock(lock.lock())
                        .raiseSoftirq()
                        .work(1_000)
                        .note("unlock")
                        .unlock(lock.lock()));
        host.run();
        long unlockNs = SWITCH_NS + 6 + 1_000;
        assertThat(host.log()).containsExactly("unlock@" + unlockNs, "soft@" + (unlockNs + SOFTIRQ_NS));
    }

    @Test
    void shouldTakeInterruptsWhileAPlainLockIsHeld() {
        SpinLock lock = lock(false);
        cpu0.handleInterrupt(VECTOR, host.program().note("irq").work(100));
        host.thread(
                0,
                0,
                host.program().lock(lock.lock()).work(1_000).unlock(lock.lock()).note("unlocked"));
        host.interrupt(0, 300, VECTOR);
        host.run();
        assertThat(host.log())
                .containsExactly("irq@" + (300 + IRQ_NS), "unlocked@" + (SWITCH_NS + 6 + 1_000 + IRQ_NS + 100));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHoldInterruptsOffForAnIrqSaveLockThatItSpinsForOnly(boolean irqSave) {
        SpinLock lock = lock(irqSave);
        cpu0.handleInterrupt(VECTOR, host.program().note("irq"));
        host.thread(1, 0, host.program().lock(lock.lock()).work(1_000).unlock(lock.lock()));
        host.thread(0, 100, host.program().lock(lock.lock()).note("got").unlock(lock.lock()));
        host.interrupt(0, 500, VECTOR);
        host.run();
        long gotNs = SWITCH_NS + 6 + 1_000 + 45;
        if (irqSave) {
            assertThat(host.log()).containsExactly("got@" + gotNs, "irq@" + (gotNs + IRQ_NS));
        } else {
            assertThat(host.log()).containsExactly("irq@" + (500 + IRQ_NS), "got@" + gotNs);
        }
    }

    @Test
    void shouldKeepInterruptsOffUntilTheOuterOfTwoLocksIsReleased() {
        SpinLock outer = host.lock("outer", LockKind.QSPINLOCK, 0, 0, true);
        SpinLock inner = host.lock("inner", LockKind.QSPINLOCK, 0, 0, true);
        cpu0.handleInterrupt(VECTOR, host.program().note("irq"));
        host.thread(
                0,
                0,
                host.program()
                        .lock(outer.lock())
                        .lock(inner.lock())
                        .work(100)
                        .unlock(inner.lock())
                        .work(100)
                        .note("outer")
                        .unlock(outer.lock()));
        host.interrupt(0, 50, VECTOR);
        host.run();
        long outerNs = SWITCH_NS + 12 + 200;
        assertThat(host.log()).containsExactly("outer@" + outerNs, "irq@" + (outerNs + IRQ_NS));
    }

    @Test
    void shouldHoldInterruptsOffInASoftirqThatHoldsAnIrqSaveLock() {
        SpinLock lock = lock(true);
        cpu0.handleInterrupt(1, host.program().raiseSoftirq());
        cpu0.handleInterrupt(2, host.program().note("irq"));
        cpu0.handleSoftirq(
                host.program().lock(lock.lock()).work(500).note("unlock").unlock(lock.lock()));
        host.interrupt(0, 0, 1);
        host.interrupt(0, 100, 2);
        host.runUntil(5_000);
        long unlockNs = IRQ_NS + SOFTIRQ_NS + 6 + 500;
        assertThat(host.log()).containsExactly("unlock@" + unlockNs, "irq@" + (unlockNs + IRQ_NS));
    }

    @Test
    void shouldRunAnIpiInHardirqContext() {
        host.ipi(0, 500, host.program().note("ipi").work(100));
        host.runUntil(5_000);
        assertThat(host.log()).containsExactly("ipi@" + (500 + IPI_NS));
        assertThat(cpu0.measured().interrupts().calls()).isEqualTo(1);
        assertThat(cpu0.measured().interrupts().devices()).isZero();
        assertThat(cpu0.measured().ns(CpuMode.HARD)).isEqualTo(IPI_NS + 100);
    }

    @Test
    void shouldRunAllFunctionsThatCameBeforeItsIpiInOne() {
        Cpu cpu1 = host.cpu(1);
        host.thread(
                1,
                0,
                host.program()
                        .then(cx -> cx.callFunction(
                                cpu0, host.program().note("first").work(100)))
                        .work(50)
                        .then(cx -> cx.callFunction(
                                cpu0, host.program().note("second").work(100)))
                        .work(IPI_LATENCY_NS)
                        .then(cx -> cx.callFunction(cpu0, host.program().note("third"))));
        host.runUntil(50_000);
        long ipiNs = SWITCH_NS + IPI_LATENCY_NS + IPI_NS;
        assertThat(host.log())
                .containsExactly("first@" + ipiNs, "second@" + (ipiNs + 100), "third@" + (ipiNs + 50 + IPI_LATENCY_NS));
        assertThat(cpu0.measured().interrupts().calls()).isEqualTo(2);
        assertThat(cpu1.measured().interrupts().callsSent()).isEqualTo(2);
    }

    @Test
    void shouldWakeAThreadOfAnotherCpuAfterTheIpiLatency() {
        Context sleeper = host.thread(1, 0, host.program().sleep(false).note("woken"));
        host.thread(0, 0, host.program().work(990).then(cx -> cx.wake(sleeper)));
        host.run();
        assertThat(host.log()).containsExactly("woken@" + (SWITCH_NS + 990 + IPI_LATENCY_NS + SWITCH_NS));
    }
}
