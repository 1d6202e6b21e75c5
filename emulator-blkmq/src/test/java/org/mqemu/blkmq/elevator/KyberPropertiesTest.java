package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.elevator.TestRequests.LIMITS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.Request;

/** What holds for kyber whatever comes. */
class KyberPropertiesTest {
    private static final int CPUS = 4;
    private static final int HCTXS = 3;
    private static final long MS = 1_000_000;
    /** So that one domain's requests are slow and the other's depth falls, to 1 at worst. */
    private static final long[] TARGETS_NS = {100, MS, 10 * MS, 100 * MS, 10_000 * MS};

    /**
     * Hardware queues that run only when something is inserted and when they are told: all requests come out, once,
     * each by its own hardware queue, and never more at once than depths allow.
     */
    @Property(tries = 100)
    void shouldStarveNoHardwareQueueAndKeepToTheDepths(
            @ForAll @IntRange(min = 0, max = 4) int readTarget,
            @ForAll @IntRange(min = 0, max = 4) int writeTarget,
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 1_000_000) Integer> numbers) {
        Bench bench = new Bench();
        bench.elevator.tunables().set("read_lat_nsec", TARGETS_NS[readTarget]);
        bench.elevator.tunables().set("write_lat_nsec", TARGETS_NS[writeTarget]);
        for (int number : numbers) {
            bench.nowNs += number % 50 * MS;
            int count = 1 + number / 50 % 60;
            int cpu = number / 3000 % CPUS;
            for (int i = 0; i < count; i++) {
                bench.submit((number + i) % 3 == 0 ? Op.WRITE : Op.READ, cpu);
            }
            bench.run(cpu % HCTXS);
            bench.complete(number / 12_000 % 80);
        }
        while (!bench.withDriver.isEmpty()) {
            bench.complete(1);
        }
        assertThat(bench.elevator.size()).isZero();
        assertThat(bench.dispatched).hasSize(bench.submitted);
        assertThat(bench.elevator.inUse(Op.READ) + bench.elevator.inUse(Op.WRITE))
                .isZero();
    }

    /** CPUs that submit, dispatch and complete at the same time neither lose a request nor a token. */
    @Test
    void shouldServeCpusAtTheSameTime() throws InterruptedException {
        TestRequests requests = new TestRequests(LIMITS);
        KyberElevator elevator = new KyberElevator(2, 2, cpu -> cpu);
        int each = 20_000;
        AtomicInteger ended = new AtomicInteger();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int cpu = 0; cpu < 2; cpu++) {
            int own = cpu;
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    Bio bio = TestRequests.bio(i % 3 == 0 ? Op.WRITE : Op.READ, i * 8L, 8, IoPriority.NONE);
                    if (elevator.merge(LIMITS, bio, own, i)) {
                        ended.incrementAndGet();
                    } else {
                        elevator.insert(LIMITS, requests.request(bio, own, i), false, i);
                    }
                }
            }));
            threads.add(new Thread(() -> {
                while (ended.get() < 2 * each && failures.isEmpty()) {
                    Request next = elevator.dispatch(own, 0);
                    if (next != null) {
                        next.started(own, 0);
                        TestRequests.complete(elevator, next, 0);
                        ended.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        assertThat(ended).hasValue(2 * each);
        assertThat(elevator.size()).isZero();
        assertThat(elevator.inUse(Op.READ) + elevator.inUse(Op.WRITE)).isZero();
    }

    private static final class Bench {
        private final TestRequests requests = new TestRequests(LIMITS);
        private final KyberElevator elevator = new KyberElevator(CPUS, HCTXS, cpu -> cpu % HCTXS);
        private final List<Request> withDriver = new ArrayList<>();
        private final Set<Request> dispatched = new HashSet<>();
        private final Map<Request, Integer> order = new HashMap<>();
        private final Map<String, Integer> last = new HashMap<>();
        private int submitted;
        private long nowNs;

        void submit(Op op, int cpu) {
            Request request = requests.request(TestRequests.bio(op, submitted * 100L, 8, IoPriority.NONE), cpu, nowNs);
            order.put(request, submitted);
            submitted++;
            elevator.insert(LIMITS, request, false, nowNs);
        }

        void run(int hctx) {
            for (Request next = elevator.dispatch(hctx, nowNs); next != null; next = elevator.dispatch(hctx, nowNs)) {
                assertThat(next.cpu() % HCTXS).isEqualTo(hctx);
                assertThat(dispatched.add(next)).isTrue();
                assertThat(elevator.inUse(next.op())).isLessThanOrEqualTo(elevator.depth(next.op()));
                Integer before = last.put(next.cpu() + " " + next.op(), order.get(next));
                assertThat(before == null || before < order.get(next)).isTrue();
                next.started(0, nowNs);
                withDriver.add(next);
            }
        }

        void complete(int count) {
            for (int i = 0; i < count && !withDriver.isEmpty(); i++) {
                nowNs += MS / 4;
                TestRequests.complete(elevator, withDriver.remove(0), nowNs);
                elevator.takeWakeups().forEach(this::run);
            }
        }
    }
}
