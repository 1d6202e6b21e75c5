package org.mqemu.blkmq.cpu;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.SpinLock;

class CpuFailuresTest {
    private final HostFixture host = HostFixture.cores(4);

    private ThrowableAssertAlternative<EmulationFailure> assertThatTheRunFails() {
        return assertThatExceptionOfType(EmulationFailure.class).isThrownBy(host::run);
    }

    @Test
    void shouldNameTheCpuAndTheTimeOfAnException() {
        host.thread(3, 90, host.program().work(400).then(cx -> {
            throw new IllegalStateException("out of cheese");
        }));
        assertThatTheRunFails().withMessage("cpu3 failed at 500 ns: out of cheese");
    }

    @Test
    void shouldDetectStepsWithoutEndInWhichNoTimePasses() {
        host.thread(2, 90, new Step() {
            @Override
            public Step run(Context cx) {
                return this;
            }
        });
        assertThatTheRunFails()
                .withMessage("cpu2 failed at 100 ns: CPU 2 takes steps without end while no time passes");
    }

    @Test
    void shouldRefuseAVectorWithoutAHandler() {
        host.interrupt(1, 500, 9);
        assertThatTheRunFails().withMessage("cpu1 failed at 500 ns: CPU 1: no handler for vector 9");
    }

    @Test
    void shouldRefuseASoftirqWithoutAHandler() {
        host.thread(1, 0, host.program().raiseSoftirq());
        assertThatTheRunFails().withMessageContaining("CPU 1: no handler for BLOCK_SOFTIRQ");
    }

    @Test
    void shouldRefuseASecondHandlerOfAVector() {
        host.cpu(0).handleInterrupt(1, host.program());
        assertThatIllegalStateException()
                .isThrownBy(() -> host.cpu(0).handleInterrupt(1, host.program()))
                .withMessageContaining("vector 1 already has a handler on CPU 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseToSleepWithASpinlockHeld(boolean irqSave) {
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, irqSave);
        host.thread(0, 0, host.program().lock(lock.lock()).sleep(true));
        assertThatTheRunFails().withMessageContaining("thread0 sleeps while it holds a spinlock");
    }

    @Test
    void shouldRefuseToEndWithASpinlockHeld() {
        SpinLock lock = host.lock("lock", LockKind.TICKET, 0, 0, false);
        host.thread(0, 0, host.program().lock(lock.lock()));
        assertThatTheRunFails().withMessageContaining("thread0 ends while it holds a spinlock");
    }

    @Test
    void shouldRefuseToLookAtSharedStateAfterTimeWasCharged() {
        host.thread(0, 0, host.program().then(cx -> {
            cx.charge(host.work(5));
            cx.touch(host.line("line"));
        }));
        assertThatTheRunFails().withMessageContaining("thread0 looks at shared state after it has charged time");
    }

    @Test
    void shouldRefuseAPriceThatIsNotListed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PriceList(Map.of("a", 1L)).of("b"))
                .withMessageContaining("no price for b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PriceList(Map.of("a", -1L)))
                .withMessageContaining("price of a must not be negative");
    }
}
