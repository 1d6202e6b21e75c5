package org.mqemu.devices.irq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.api.hardware.VectorPort;

class IrqVectorTest {
    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
    private final IrqVector vector = emulation.add("irq7", new IrqVector(7, 100));

    /** Posts replies at given times; its handler takes all replies a given time after the interrupt. */
    private static final class Cpu extends Component implements InterruptTarget {
        private final Ref<VectorPort> vector;
        private final ReplyQueue queue;
        private final long handlerNs;
        private final long[] postAtNs;
        private final List<String> log = new ArrayList<>();
        private int taken;

        Cpu(IrqVector vector, long handlerNs, long... postAtNs) {
            this.vector = vector.ref(VectorPort.class);
            this.queue = vector.replyQueue();
            this.handlerNs = handlerNs;
            this.postAtNs = postAtNs;
        }

        @Override
        protected void onStart() {
            for (int i = 0; i < postAtNs.length; i++) {
                send(vector, new Reply(i, 0, CommandStatus.GOOD), postAtNs[i]);
            }
        }

        @Override
        public void onInterrupt(Interrupt interrupt) {
            log.add("irq " + interrupt.vector() + "@" + nowNs());
            armSelf(nowNs() + handlerNs);
        }

        @Override
        protected void onSelf() {
            for (Reply reply = queue.poll(); reply != null; reply = queue.poll()) {
                log.add(reply.index() + "@" + nowNs());
                taken++;
            }
            if (!queue.endService()) {
                throw new IllegalStateException("not drained");
            }
            if (taken == postAtNs.length) {
                endRun();
            }
        }
    }

    private Cpu run(long handlerNs, long... postAtNs) {
        Cpu cpu = emulation.add("cpu0", new Cpu(vector, handlerNs, postAtNs));
        vector.setAffinity(cpu.ref(InterruptTarget.class));
        assertThat(emulation.run().leftOver()).isEmpty();
        return cpu;
    }

    @Test
    void shouldInterruptItsCpuAfterTheLatency() {
        assertThat(run(10, 1_000).log).containsExactly("irq 7@1100", "0@1110");
    }

    @Test
    void shouldRaiseNoInterruptWhileHandlerIsAtWork() {
        assertThat(run(500, 0, 1, 99, 101, 400, 599).log)
                .containsExactly("irq 7@100", "0@600", "1@600", "2@600", "3@600", "4@600", "5@600");
        assertThat(vector.statistics()).isEqualTo(new VectorStatistics(1, 6));
        assertThat(vector.statistics().repliesPerInterrupt()).isEqualTo(6.0);
    }

    @Test
    void shouldInterruptAgainAfterTheServiceHasEnded() {
        assertThat(run(500, 0, 601, 602).log).containsExactly("irq 7@100", "0@600", "irq 7@701", "1@1201", "2@1201");
        assertThat(vector.statistics().repliesPerInterrupt()).isEqualTo(1.5);
    }

    @Test
    void shouldCoalesceMoreWhenTheHandlerIsSlower() {
        long[] postAtNs = new long[1_000];
        for (int i = 0; i < postAtNs.length; i++) {
            postAtNs[i] = i * 1_000L;
        }
        run(9_901, postAtNs);
        assertThat(vector.statistics().repliesPerInterrupt()).isBetween(10.0, 11.1);
    }

    @Test
    void shouldFailTheRunWithoutAffinity() {
        emulation.add("cpu0", new Cpu(vector, 1, 5));
        assertThatExceptionOfType(EmulationFailure.class)
                .isThrownBy(emulation::run)
                .withMessageContaining("irq7 failed at 5 ns")
                .withMessageContaining("no affinity");
    }

    @Test
    void shouldRefuseANumberOrLatencyOutsideItsRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IrqVector(-1, 0))
                .withMessageContaining("vector");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IrqVector(0, -1))
                .withMessageContaining("latencyNs");
    }

    @Test
    void shouldHaveNoCoalescingFactorBeforeTheFirstInterrupt() {
        assertThat(vector.statistics().repliesPerInterrupt()).isZero();
        assertThat(vector.number()).isEqualTo(7);
    }
}
