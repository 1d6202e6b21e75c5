package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The heap and the message queue against {@link PriorityQueue}. */
class QueueOrderTest {
    private static final long WHEEL_NS = 4096 * 1024;
    private static final Comparator<Envelope> ORDER = Comparator.<Envelope>comparingLong(e -> e.atNs)
            .thenComparingInt(e -> e.senderId)
            .thenComparingLong(e -> e.seq);

    private final Probe receiver = Probe.withId(0);

    /** How far ahead a message is sent. */
    enum Ahead {
        NOW,
        SAME_TICK,
        NEAR,
        EDGE_OF_WHEEL,
        FAR,
        VERY_FAR;

        long draw(Random random) {
            return switch (this) {
                case NOW -> 0;
                case SAME_TICK -> random.nextInt(1024);
                case NEAR -> random.nextInt(200_000);
                case EDGE_OF_WHEEL -> WHEEL_NS - 2048 + random.nextInt(4096);
                case FAR -> random.nextInt(50_000_000);
                case VERY_FAR -> 10_000_000_000L + random.nextInt(1_000_000);
            };
        }
    }

    /** One step of a schedule: sends some, moves time without a message, or takes some. */
    record Step(int kind, Ahead ahead, int count) {}

    @Provide
    Arbitrary<List<Step>> schedules() {
        Arbitrary<Step> step = Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(Ahead.class),
                        Arbitraries.integers().between(1, 40))
                .as(Step::new);
        return step.list().ofMaxSize(60);
    }

    @Property(tries = 300)
    void theHeapIsAPriorityQueue(@ForAll("schedules") List<Step> schedule, @ForAll long seed) {
        Random random = new Random(seed);
        EnvelopeHeap heap = new EnvelopeHeap();
        PriorityQueue<Envelope> expected = new PriorityQueue<>(ORDER);
        long seq = 0;
        for (Step step : schedule) {
            for (int i = 0; i < step.count; i++) {
                if (step.kind < 2) {
                    Envelope envelope = message(step.ahead.draw(random), random.nextInt(5), seq++);
                    heap.add(envelope);
                    expected.add(envelope);
                } else if (!expected.isEmpty()) {
                    assertThat(heap.take()).isSameAs(expected.poll());
                }
            }
            assertThat(heap.size()).isEqualTo(expected.size());
            assertThat(heap.isEmpty()).isEqualTo(expected.isEmpty());
            assertThat(heap.first()).isSameAs(expected.peek());
            assertThat(heap.firstKey()).isEqualTo(key(expected));
        }
    }

    @Property(tries = 500)
    void theMessageQueueIsAPriorityQueue(@ForAll("schedules") List<Step> schedule, @ForAll long seed) {
        Random random = new Random(seed);
        MessageQueue queue = new MessageQueue();
        PriorityQueue<Envelope> expected = new PriorityQueue<>(ORDER);
        long nowNs = 0;
        long seq = 0;
        for (Step step : schedule) {
            for (int i = 0; i < step.count; i++) {
                if (step.kind < 2) {
                    Envelope envelope = message(nowNs + step.ahead.draw(random), random.nextInt(5), seq++);
                    queue.add(envelope);
                    expected.add(envelope);
                } else if (step.kind == 2) {
                    nowNs = selfEvent(queue, expected, nowNs + step.ahead.draw(random), nowNs);
                } else if (!expected.isEmpty()) {
                    assertThat(queue.firstKey(SelfSlots.NONE)).isEqualTo(key(expected));
                    Envelope first = queue.take();
                    assertThat(first).isSameAs(expected.poll());
                    nowNs = first.atNs;
                }
                assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
            }
        }
        while (!expected.isEmpty()) {
            assertThat(queue.firstKey(SelfSlots.NONE)).isEqualTo(key(expected));
            assertThat(queue.take()).isSameAs(expected.poll());
        }
        assertThat(queue.firstKey(SelfSlots.NONE)).isEqualTo(SelfSlots.NONE);
    }

    /** What the clock does: the self event is run unless a message comes before it, and then time is its time. */
    private static long selfEvent(MessageQueue queue, PriorityQueue<Envelope> expected, long atNs, long nowNs) {
        long self = SelfSlots.key(atNs, 3);
        long message = queue.firstKey(self);
        if (key(expected) < self) {
            assertThat(message).isEqualTo(key(expected));
            Envelope first = queue.take();
            assertThat(first).isSameAs(expected.poll());
            return first.atNs;
        }
        assertThat(message).isGreaterThanOrEqualTo(self);
        return Math.max(atNs, nowNs);
    }

    @Test
    void anEmptyHeapHasNothingToTake() {
        assertThatThrownBy(() -> new EnvelopeHeap().take()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aDistantMessageLeavesTheWheelInUse() {
        MessageQueue queue = new MessageQueue();
        queue.add(message(1_000_000_000, 0, 0));
        assertThat(queue.firstKey(SelfSlots.key(100, 1))).isEqualTo(SelfSlots.NONE);
        for (int i = 0; i < 1_000; i++) {
            queue.add(message(2_000 + i * 1_000, 0, 1 + i));
        }
        assertThat(SelfSlots.timeOf(queue.firstKey(SelfSlots.key(2_500, 1)))).isEqualTo(2_000);
        assertThat(queue.nearSize()).isLessThan(3);
    }

    private static long key(PriorityQueue<Envelope> queue) {
        Envelope first = queue.peek();
        return first == null ? SelfSlots.NONE : SelfSlots.key(first.atNs, first.senderId);
    }

    private Envelope message(long atNs, int senderId, long seq) {
        return Probe.envelope(receiver, "x", atNs, senderId, seq);
    }
}
