package org.mqemu.api.engine;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.mqemu.api.clock.WallClock;

/**
 * An Akka dispatcher whose threads stay awake for the next actor: what carries the components under the real-time
 * clock. Named in the emulation's Akka configuration, with its number of {@code threads}.
 *
 * <p>The pacer tells the next delivery when the last one has been handled, so how fast a delivery changes threads
 * decides how fast emulated time can run. A fork-join pool parks its threads between two deliveries and needs some
 * 6 us to wake them.
 */
public final class SpinningDispatcher extends ExecutorServiceConfigurator {
    private final int threads;

    /**
     * Called by Akka.
     *
     * @param config the dispatcher's configuration
     * @param prerequisites Akka's own
     */
    public SpinningDispatcher(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        threads = config.getInt("threads");
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threadFactory) {
        return new Factory(threads, threadFactory);
    }

    private record Factory(int threads, ThreadFactory threadFactory) implements ExecutorServiceFactory {
        @Override
        public ExecutorService createExecutorService() {
            return executor(threads, threadFactory);
        }
    }

    /** Returns the executor without Akka around it. */
    static ExecutorService executor(int threads, ThreadFactory threadFactory) {
        return new Spinning(threads, threadFactory);
    }

    /** Returns how many threads of an executor wait to be woken. */
    static long asleep(ExecutorService executor) {
        return ((Spinning) executor)
                .workers.stream().filter(worker -> worker.asleep).count();
    }

    private static final class Spinning extends AbstractExecutorService {
        private final MpmcUnboundedXaddArrayQueue<Runnable> queue = new MpmcUnboundedXaddArrayQueue<>(1024);
        private final List<Worker> workers = new ArrayList<>();
        private volatile boolean shutdown;

        Spinning(int threads, ThreadFactory threadFactory) {
            for (int i = 0; i < threads; i++) {
                workers.add(new Worker(this, threadFactory));
            }
            workers.forEach(worker -> worker.thread.start());
        }

        @Override
        public void execute(Runnable command) {
            if (shutdown) {
                throw new RejectedExecutionException("the dispatcher is shut down");
            }
            queue.offer(command);
            for (Worker worker : workers) {
                if (worker.asleep) {
                    WallClock.wake(worker.thread);
                    return;
                }
            }
        }

        @Override
        public void shutdown() {
            shutdown = true;
            workers.forEach(worker -> WallClock.wake(worker.thread));
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public boolean isTerminated() {
            return shutdown && workers.stream().noneMatch(worker -> worker.thread.isAlive());
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            long deadlineNs = WallClock.nowNs() + unit.toNanos(timeout);
            for (Worker worker : workers) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - WallClock.nowNs());
                worker.thread.join(Math.max(1, leftMs));
            }
            return isTerminated();
        }
    }

    /** One thread, which runs what comes until the executor is shut down and nothing is left. */
    private static final class Worker implements Runnable {
        /** How long a thread without work stays awake: some milliseconds. */
        private static final int AWAKE_TURNS = 4_096;

        private static final long LONGEST_SLEEP_NS = 100_000_000;

        private final Spinning executor;
        private final Thread thread;
        private volatile boolean asleep;

        Worker(Spinning executor, ThreadFactory threadFactory) {
            this.executor = executor;
            thread = threadFactory.newThread(this);
        }

        @Override
        public void run() {
            int turn = 0;
            while (true) {
                Runnable task = executor.queue.poll();
                if (task != null) {
                    run(task);
                    turn = 0;
                } else if (executor.shutdown) {
                    return;
                } else if (turn < AWAKE_TURNS) {
                    WallClock.relax(turn++);
                } else {
                    sleep();
                }
            }
        }

        /** A mailbox deals with what its actor throws; what comes here all the same goes where a thread's would. */
        private void run(Runnable task) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }

        private void sleep() {
            asleep = true;
            if (executor.queue.isEmpty() && !executor.shutdown) {
                WallClock.parkNs(LONGEST_SLEEP_NS);
            }
            asleep = false;
        }
    }
}
