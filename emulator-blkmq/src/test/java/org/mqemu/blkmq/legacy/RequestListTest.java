package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.HostFixture;

class RequestListTest {
    private final RequestList list = new RequestList();
    private final IoContext first = new IoContext();
    private final IoContext second = new IoContext();

    private int takeAll(IoContext task, int nrRequests, long nowNs) {
        int taken = 0;
        while (list.take(task, nrRequests, nowNs)) {
            taken++;
        }
        return taken;
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,3", "4,6", "16,24", "128,159"})
    void shouldLetTheTaskThatFillsTheListGoOnForABatchOrHalfAsMuchAgain(int nrRequests, int all) {
        assertThat(takeAll(first, nrRequests, 0)).isEqualTo(all); // 128: the last one begins a batch of 32

        assertThat(list.take(second, nrRequests, 0)).isFalse();
    }

    @Test
    void shouldStopABatchAfterTwentyMilliseconds() {
        assertThat(list.take(first, 2, 0)).isTrue();
        assertThat(list.take(first, 2, 0)).as("the last one begins a batch").isTrue();
        assertThat(list.take(first, 2, IoContext.BATCH_NS)).isFalse();
    }

    @Test
    void shouldLetABatchBeginAtAnyTime() {
        IoContext task = new IoContext();
        task.begin(0);
        assertThat(task.batches(IoContext.BATCH_NS))
                .as("the first request of a batch may be late")
                .isTrue();
        task.took(0);
        assertThat(task.batches(IoContext.BATCH_NS - 1)).isTrue();
        assertThat(task.batches(IoContext.BATCH_NS)).isFalse();
    }

    @Test
    void shouldNotBeginABatchAnewWhileOneIsUnderWay() {
        first.begin(0);
        first.took(0);
        first.begin(IoContext.BATCH_NS - 1);

        assertThat(first.batches(IoContext.BATCH_NS)).isFalse();
    }

    @Test
    void shouldWakeNobodyWhileABatchHoldsMoreThanNrRequests() {
        HostFixture host = HostFixture.cores(1);
        Context sleeper = host.cpu(0).newThread("sleeper", CpuMode.SYS);
        assertThat(takeAll(first, 4, 0)).isEqualTo(6);
        list.await(sleeper, 0);

        assertThat(list.give(4)).isNull();
        assertThat(list.give(4)).isNull();
        assertThat(list.give(4)).isNotNull();
        assertThat(list.count()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"128,113,103", "16,15,12", "4,4,3", "1,1,1"})
    void shouldCountAsCongestedFromSevenEighthsUntilItHasRelaxed(int nrRequests, int on, int off) {
        assertThat(RequestList.congestedFrom(nrRequests)).isEqualTo(on);
        assertThat(RequestList.relaxedBelow(nrRequests)).isEqualTo(off);
        for (int i = 1; i < on; i++) {
            list.take(first, nrRequests, 0);
            assertThat(list.isCongested()).as("%d taken", i).isFalse();
        }
        list.take(first, nrRequests, 0);
        assertThat(list.isCongested()).isTrue();
        for (int i = on - 1; i >= off; i--) {
            list.give(nrRequests);
            assertThat(list.isCongested()).as("%d left", i).isTrue();
        }
        list.give(nrRequests);
        assertThat(list.isCongested()).isFalse();
    }

    /** Tasks that take, hold, give back and sleep at random: each gets all it wants, and no limit is exceeded. */
    @Property(tries = 300)
    void shouldServeEveryTask(@ForAll Random random) {
        HostFixture host = HostFixture.cores(1);
        int nrRequests = 1 + random.nextInt(20);
        List<Task> tasks = new ArrayList<>();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            tasks.add(new Task(host.cpu(0).newThread("task" + i, CpuMode.SYS), 1 + random.nextInt(60)));
        }
        ArrayDeque<Integer> inUse = new ArrayDeque<>();
        long nowNs = 0;
        int steps = 0;
        while (tasks.stream().anyMatch(task -> task.left > 0) || list.count() > 0) {
            assertThat(steps++).as("steps").isLessThan(100_000);
            nowNs += random.nextInt(2_000_000);
            if (random.nextInt(8) == 0) {
                nrRequests = 1 + random.nextInt(20);
                wake(tasks, list.resized(nrRequests));
            }
            Task task = tasks.get(random.nextInt(tasks.size()));
            if (random.nextBoolean() && task.left > 0 && !task.asleep) {
                int most = Math.max(list.count(), 3 * nrRequests / 2);
                if (list.take(task.io, nrRequests, nowNs)) {
                    task.left--;
                    inUse.add(1);
                } else {
                    task.asleep = true;
                    list.await(task.thread, nowNs);
                }
                assertThat(list.count()).isEqualTo(inUse.size()).isLessThanOrEqualTo(most);
            } else if (!inUse.isEmpty()) {
                inUse.remove();
                RequestList.Waiter woken = list.give(nrRequests);
                wake(tasks, woken);
                if (woken != null) {
                    begin(tasks, woken, nowNs);
                }
            } else {
                assertThat(tasks).as("somebody can go on").anyMatch(any -> any.left == 0 || !any.asleep);
            }
        }
    }

    private static void wake(List<Task> tasks, RequestList.Waiter waiter) {
        tasks.stream()
                .filter(task -> waiter != null && task.thread == waiter.thread())
                .forEach(task -> task.asleep = false);
    }

    private static void begin(List<Task> tasks, RequestList.Waiter waiter, long nowNs) {
        tasks.stream().filter(task -> task.thread == waiter.thread()).forEach(task -> task.io.begin(nowNs));
    }

    private static final class Task {
        private final Context thread;
        private final IoContext io = new IoContext();
        private int left;
        private boolean asleep;

        Task(Context thread, int left) {
            this.thread = thread;
            this.left = left;
        }
    }
}
