package org.mqemu.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SpinningDispatcherTest {
    private final ExecutorService executor = SpinningDispatcher.executor(2, this::thread);

    private final AtomicInteger uncaught = new AtomicInteger();

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    @Test
    void allThatWasAskedForIsRunEvenAfterTheShutdown() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            executor.execute(done::incrementAndGet);
        }
        executor.shutdown();
        assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(done).hasValue(10_000);
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void aThreadThatFellAsleepIsWoken() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            while (SpinningDispatcher.asleep(executor) < 2) {
                Thread.onSpinWait();
            }
            executor.execute(ran::countDown);
            assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aTaskThatThrowsCostsNoThread() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(2);
        for (int i = 0; i < 10; i++) {
            executor.execute(() -> {
                throw new IllegalStateException("a task of the test");
            });
        }
        executor.execute(ran::countDown);
        executor.execute(ran::countDown);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(uncaught).hasValueGreaterThan(8);
    }

    private Thread thread(Runnable body) {
        Thread thread = new Thread(body);
        thread.setUncaughtExceptionHandler((t, e) -> uncaught.incrementAndGet());
        return thread;
    }

    @Test
    void aShutDownExecutorTakesNothing() {
        executor.shutdown();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
