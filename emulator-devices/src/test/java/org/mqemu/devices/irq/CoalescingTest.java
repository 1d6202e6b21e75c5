package org.mqemu.devices.irq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.api.hardware.VectorPort;

class CoalescingTest {
    private static final long LATENCY_NS = 100;

    /** Writes replies at given times. */
    private static final class Writer extends Component {
        private final Ref<VectorPort> vector;
        private final long[] atNs;

        Writer(IrqVector vector, long... atNs) {
            this.vector = vector.ref(VectorPort.class);
            this.atNs = atNs;
        }

        @Override
        protected void onStart() {
            for (int i = 0; i < atNs.length; i++) {
                send(vector, new Reply(i, 0, CommandStatus.GOOD), atNs[i]);
            }
        }
    }

    /** Works for a time from its interrupt on, takes all replies, and works again if some came meanwhile. */
    private static final class Handler extends Component implements InterruptTarget {
        private final ReplyQueue queue;
        private final long workNs;
        private final int total;
        private final List<Long> interruptedNs = new ArrayList<>();
        private final List<Integer> taken = new ArrayList<>();
        private boolean atWork;

        Handler(IrqVector vector, long workNs, int total) {
            this.queue = vector.replyQueue();
            this.workNs = workNs;
            this.total = total;
        }

        @Override
        public void onInterrupt(Interrupt interrupt) {
            if (atWork) {
                throw new IllegalStateException("interrupted while it is at work");
            }
            atWork = true;
            interruptedNs.add(nowNs());
            armSelf(nowNs() + workNs);
        }

        @Override
        protected void onSelf() {
            for (Reply reply = queue.poll(); reply != null; reply = queue.poll()) {
                taken.add(reply.index());
            }
            atWork = false;
            if (!queue.endService()) {
                atWork = true;
                armSelf(nowNs() + workNs);
            } else if (taken.size() == total) {
                endRun();
            }
        }
    }

    private static Handler run(ClockSettings clock, Coalescing coalescing, long workNs, long... atNs) {
        Emulation emulation = new Emulation(1, clock);
        IrqVector vector = emulation.add("irq0", new IrqVector(0, LATENCY_NS, coalescing));
        Handler handler = emulation.add("cpu0", new Handler(vector, workNs, atNs.length));
        vector.setAffinity(handler.ref(InterruptTarget.class));
        emulation.add("hba0", new Writer(vector, atNs));
        assertThat(emulation.run().leftOver()).isEmpty();
        assertThat(vector.statistics())
                .isEqualTo(new VectorStatistics(handler.interruptedNs.size(), handler.taken.size()));
        return handler;
    }

    private static List<Long> interrupts(Coalescing coalescing, long workNs, long... atNs) {
        return run(ClockSettings.VIRTUAL, coalescing, workNs, atNs).interruptedNs;
    }

    @Test
    void shouldInterruptWhenEnoughRepliesWait() {
        assertThat(interrupts(new Coalescing(3, 10_000), 1, 10, 20, 30, 2_000, 2_001, 2_002))
                .containsExactly(30 + LATENCY_NS, 2_002 + LATENCY_NS);
    }

    @Test
    void shouldInterruptWhenTheOldestHasWaitedForLongEnough() {
        assertThat(interrupts(new Coalescing(3, 500), 1, 10, 400, 1_000)).containsExactly(610L, 1_600L);
        assertThat(interrupts(new Coalescing(1, 500), 1, 10, 20, 30, 40)).containsExactly(610L);
    }

    @Test
    void shouldNotHoldBackWhatTheHandlerFinds() {
        assertThat(interrupts(new Coalescing(2, 500), 1_000, 10, 20, 30, 40, 50))
                .containsExactly(20 + LATENCY_NS);
    }

    @Test
    void shouldRefuseToHoldRepliesBackForEver() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Coalescing(2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Coalescing(0, 1));
    }

    /** Replies come at multiples of 10, so that the order of what happens at one time does not matter. */
    @Property(tries = 60)
    void shouldInterruptWhenASimpleModelDoes(@ForAll Random random) {
        Coalescing coalescing = new Coalescing(1 + random.nextInt(6), 3 + 10L * random.nextInt(60));
        long workNs = 5 + 10L * random.nextInt(60);
        int meanGap = 1 + random.nextInt(40);
        long[] atNs = new long[1 + random.nextInt(200)];
        long now = 0;
        for (int i = 0; i < atNs.length; i++) {
            now += 10L * (1 + random.nextInt(2 * meanGap));
            atNs[i] = now;
        }

        Handler handler = run(ClockSettings.VIRTUAL, coalescing, workNs, atNs);

        assertThat(handler.interruptedNs).isEqualTo(model(coalescing, workNs, atNs));
        assertThat(handler.taken).hasSize(atNs.length).isSorted();
    }

    private static List<Long> model(Coalescing coalescing, long workNs, long[] atNs) {
        List<Long> interrupts = new ArrayList<>();
        List<Long> waiting = new ArrayList<>();
        long freeNs = 0;
        for (int i = 0; i <= atNs.length; i++) {
            long now = i < atNs.length ? atNs[i] : Long.MAX_VALUE;
            if (!waiting.isEmpty() && waiting.get(0) + coalescing.ns() < now) {
                interrupts.add(waiting.get(0) + coalescing.ns() + LATENCY_NS);
                freeNs = waiting.get(0) + coalescing.ns() + LATENCY_NS + workNs;
                waiting.clear();
            }
            if (now > freeNs) {
                waiting.add(now);
            }
            if (coalescing.count() > 1 && waiting.size() == coalescing.count() && now != Long.MAX_VALUE) {
                interrupts.add(now + LATENCY_NS);
                freeNs = now + LATENCY_NS + workNs;
                waiting.clear();
            }
        }
        return interrupts;
    }

    /** The handler ends its service while replies come in. */
    @Timeout(60)
    @ParameterizedTest
    @CsvSource({
        "VIRTUAL,1,0",
        "VIRTUAL,4,300",
        "VIRTUAL,1,50",
        "PACED,1,0",
        "PACED,4,300",
        "REAL_TIME,1,0",
        "REAL_TIME,4,300",
        "REAL_TIME,1,50",
        "REAL_TIME,64,100000"
    })
    void shouldLoseNoReplyUnderAnyClock(ClockKind kind, int count, long ns) {
        long[] atNs = LongStream.range(0, 5_000).map(i -> 97 * i).toArray();

        Handler handler =
                run(new ClockSettings(kind, kind == ClockKind.VIRTUAL ? 0 : 20), new Coalescing(count, ns), 150, atNs);

        assertThat(handler.taken).hasSize(atNs.length).doesNotHaveDuplicates();
        assertThat(handler.interruptedNs.size()).isLessThanOrEqualTo(atNs.length);
    }
}
