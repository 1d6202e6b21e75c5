package org.mqemu.blkmq.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;

class LockWordTest {
    private static final Topology TOPOLOGY = new Topology(2, 4, 1, new LineCosts(6, 12, 45, 130));

    /** Sets next ticket and ticket served, as they are after so many acquisitions. */
    private static LockWord after(int acquisitions, int dataLines) {
        try {
            LockWord word = new LockWord(TOPOLOGY, dataLines);
            Field tickets = LockWord.class.getDeclaredField("tickets");
            tickets.setAccessible(true);
            ((AtomicLong) tickets.get(word)).set(((long) acquisitions << 32) | (acquisitions & 0xFFFF_FFFFL));
            return word;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldTakeAFreeLockAtOnceAndFetchItsLines() {
        LockWord word = new LockWord(TOPOLOGY, 3);
        assertThat(word.draw()).isEqualTo(LockWord.TAKEN);
        assertThat(word.takenFree(0, 100)).isEqualTo(4 * 6);
        assertThat(word.held()).isTrue();
        assertThat(word.release(0, 150)).isEqualTo(LockWord.TAKEN);
        assertThat(word.held()).isFalse();
        assertThat(word.draw()).isEqualTo(LockWord.TAKEN);
        assertThat(word.takenFree(1, 200)).isEqualTo(4 * 45);
        word.release(1, 260);
        assertThat(word.draw()).isEqualTo(LockWord.TAKEN);
        assertThat(word.takenFree(5, 300)).isEqualTo(4 * 130);
        word.release(5, 301);
        assertThat(word.acquisitions()).isEqualTo(3);
        assertThat(word.holdNs()).isEqualTo(50 + 60 + 1);
    }

    /** The last two start just before the served ticket, the next ticket, and their low 31 bits wrap around. */
    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 2, -4, -1})
    void shouldServeTicketsInTheOrderInWhichTheyWereDrawn(int acquisitions) {
        LockWord word = after(acquisitions, 0);
        for (int round = 0; round < 4; round++) {
            assertThat(word.draw()).isEqualTo(LockWord.TAKEN);
            word.takenFree(0, 0);
            int[] drawn = {word.draw(), word.draw(), word.draw()};
            assertThat(drawn).doesNotContain(LockWord.TAKEN).doesNotHaveDuplicates();
            for (int i = 0; i < 3; i++) {
                assertThat(word.release(i, 10)).isEqualTo(drawn[i]);
                word.granted(i + 1, 10);
            }
            assertThat(word.held()).isTrue();
            assertThat(word.release(3, 20)).isEqualTo(LockWord.TAKEN);
            assertThat(word.held()).isFalse();
        }
    }

    @Test
    void shouldRefuseAReleaseByAnotherThanTheHolder() {
        LockWord word = new LockWord(TOPOLOGY, 0);
        assertThatIllegalStateException()
                .isThrownBy(() -> word.release(2, 0))
                .withMessage("CPU 2 releases a lock that nobody holds");
        word.draw();
        word.takenFree(1, 0);
        assertThatIllegalStateException()
                .isThrownBy(() -> word.release(2, 0))
                .withMessage("CPU 2 releases a lock that CPU 1 holds");
    }

    @Test
    void shouldRefuseASecondHolder() {
        LockWord word = new LockWord(TOPOLOGY, 0);
        word.draw();
        word.takenFree(1, 0);
        assertThatIllegalStateException()
                .isThrownBy(() -> word.granted(2, 0))
                .withMessage("CPU 2 takes a lock that CPU 1 holds");
    }

    @Test
    void shouldLetAnEarlierCpuWaitAtMostForTheLastHold() {
        LockWord word = new LockWord(TOPOLOGY, 0);
        word.draw();
        word.takenFree(0, 50_000);
        word.release(0, 50_080);
        word.draw();
        assertThat(word.takenFree(1, 100)).isEqualTo(80 + 45);
        word.release(1, 110);
        word.draw();
        assertThat(word.takenFree(1, 50_075)).as("it stays released at 50080").isEqualTo(5 + 6);
    }

    @Test
    void shouldNeverHaveTwoHoldersWhenThreadsRace() {
        LockWord word = after(-3_000, 0); // the tickets wrap around on the way
        AtomicInteger granted = new AtomicInteger(LockWord.TAKEN);
        long[] guarded = new long[1];
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        int each = 2_000;
        List<Thread> threads = IntStream.range(0, 3)
                .mapToObj(cpu -> new Thread(() -> {
                    try {
                        for (int i = 0; i < each; i++) {
                            int ticket = word.draw();
                            if (ticket == LockWord.TAKEN) {
                                word.takenFree(cpu, i);
                            } else {
                                while (granted.get() != ticket && failure.get() == null) {
                                    LockSupport.parkNanos(1_000);
                                }
                                word.granted(cpu, i);
                            }
                            guarded[0]++;
                            int next = word.release(cpu, i);
                            if (next != LockWord.TAKEN) {
                                granted.set(next);
                            }
                        }
                    } catch (Throwable t) {
                        failure.compareAndSet(null, t);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(LockWordTest::join);
        assertThat(failure.get()).isNull();
        assertThat(guarded[0]).isEqualTo(3L * each);
        assertThat(word.acquisitions()).isEqualTo(3L * each);
        assertThat(word.held()).isFalse();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
