package org.mqemu.blkmq.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

/** Two nodes of two cores of two threads: CPUs 0 and 4 are siblings, 0 and 1 on one node, 0 and 2 on two. */
class CacheLineTest {
    private static final Topology TOPOLOGY = new Topology(2, 2, 2, new LineCosts(6, 12, 45, 130));

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChargeByTheDistanceToTheLastOwner(boolean concurrent) {
        CacheLine line = new CacheLine("line", TOPOLOGY, concurrent);
        assertThat(line.touch(0, 1_000)).isEqualTo(6); // nobody's yet
        assertThat(line.touch(0, 2_000)).isEqualTo(6);
        assertThat(line.touch(4, 3_000)).isEqualTo(12);
        assertThat(line.touch(1, 4_000)).isEqualTo(45);
        assertThat(line.touch(2, 5_000)).isEqualTo(130);
        assertThat(line.touch(2, 6_000)).isEqualTo(6);
        assertThat(line.counts().touches()).isEqualTo(6);
        assertThat(line.counts().transfers()).isEqualTo(4); // the first fetch counts as one
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeOneCpuAtATime(boolean concurrent) {
        CacheLine line = new CacheLine("line", TOPOLOGY, concurrent);
        assertThat(line.touch(0, 1_000)).isEqualTo(6);
        assertThat(line.touch(1, 1_000)).isEqualTo(6 + 45);
        assertThat(line.touch(2, 1_000)).isEqualTo(6 + 45 + 130);
        assertThat(line.touch(3, 1_100)).isEqualTo(6 + 45 + 130 - 100 + 45);
    }

    @Test
    void shouldReadWithoutTakingTheLine() {
        CacheLine line = new CacheLine("line", TOPOLOGY, false);
        line.touch(0, 1_000);
        assertThat(line.readNs(2)).isEqualTo(130);
        assertThat(line.readNs(0)).isEqualTo(6);
        assertThat(line.touch(0, 2_000)).isEqualTo(6); // still its own
        assertThat(line.counts().touches()).isEqualTo(2);
    }

    /** What a line does, in time order and without a packed word. */
    private static final class Reference {
        private int owner = -1;
        private long freeAtNs;

        long touch(int cpu, long nowNs) {
            long startNs = Math.max(nowNs, freeAtNs);
            freeAtNs = startNs + TOPOLOGY.transferNs(owner, cpu);
            owner = cpu;
            return freeAtNs - nowNs;
        }
    }

    @Property(tries = 200)
    void shouldAgreeWithANaiveLineInTimeOrder(@ForAll Random random, @ForAll boolean concurrent) {
        CacheLine line = new CacheLine("line", TOPOLOGY, concurrent);
        Reference reference = new Reference();
        long nowNs = random.nextInt(1_000_000);
        for (int i = 0; i < 200; i++) {
            nowNs += random.nextInt(80);
            int cpu = random.nextInt(TOPOLOGY.cpus());
            assertThat(line.touch(cpu, nowNs)).isEqualTo(reference.touch(cpu, nowNs));
        }
    }

    @Test
    void shouldLetAnEarlierCpuWaitForTheRealBacklogOnly() {
        CacheLine line = new CacheLine("line", TOPOLOGY, true);
        line.touch(0, 50_000);
        line.touch(1, 50_000); // free at 50051
        assertThat(line.touch(2, 100)).isEqualTo(51 + 130);
        assertThat(line.touch(2, 50_051))
                .as("free at 50051, as if nobody had come")
                .isEqualTo(6);
    }

    @Test
    void shouldNotForgetTheBacklogWhenAnEarlierCpuCame() {
        CacheLine line = new CacheLine("line", TOPOLOGY, true);
        line.touch(0, 50_000);
        line.touch(1, 50_000); // free at 50051
        line.touch(2, 100);
        assertThat(line.touch(3, 50_010)).isEqualTo(41 + 45);
    }

    @Test
    void shouldNotDragAnEarlierCpuToTheForemostOne() {
        CacheLine line = new CacheLine("line", TOPOLOGY, true);
        long foremostNs = 1_000_000;
        long behindNs = 0;
        for (int i = 0; i < 1_000; i++) {
            foremostNs += line.touch(0, foremostNs);
            behindNs += line.touch(2, behindNs);
        }
        assertThat(behindNs).isLessThanOrEqualTo(1_000 * (130 + 130));
    }

    @Property(tries = 200)
    void shouldNeverPushTheLineBeyondWhatTheForemostCpuDid(@ForAll Random random) {
        CacheLine line = new CacheLine("line", TOPOLOGY, true);
        line.touch(0, 100_000); // free at 100006
        for (int i = 0; i < 100; i++) {
            line.touch(random.nextInt(TOPOLOGY.cpus()), random.nextInt(90_000));
        }
        line.touch(0, 100_000 - 1_000);
        assertThat(line.touch(0, 100_006)).isEqualTo(6);
    }

    @Test
    void shouldLoseNoTouchWhenThreadsRace() {
        CacheLine line = new CacheLine("line", new Topology(1, 4, 1, new LineCosts(10, 10, 10, 10)), true);
        int each = 200_000;
        CountDownLatch ready = new CountDownLatch(4);
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(cpu -> new Thread(() -> {
                    ready.countDown();
                    await(ready);
                    for (int i = 0; i < each; i++) {
                        line.touch(cpu, 0);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(CacheLineTest::join);
        assertThat(line.touch(0, 0)).isEqualTo((4L * each + 1) * 10); // all at time 0: they queue
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
