package org.mqemu.api.engine;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * An Akka dispatcher that runs an actor on the thread that tells it something: what makes a run under the virtual
 * and the paced clock free of thread races. Named in the emulation's Akka configuration.
 */
public final class InlineDispatcher extends ExecutorServiceConfigurator {

    /**
     * Called by Akka.
     *
     * @param config the dispatcher's configuration
     * @param prerequisites Akka's own
     */
    public InlineDispatcher(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threadFactory) {
        return new Factory();
    }

    private static final class Factory implements ExecutorServiceFactory {
        @Override
        public ExecutorService createExecutorService() {
            return new Inline();
        }
    }

    private static final class Inline extends AbstractExecutorService {
        private volatile boolean shutdown;

        @Override
        public void execute(Runnable command) {
            command.run();
        }

        @Override
        public void shutdown() {
            shutdown = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public boolean isTerminated() {
            return shutdown;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return shutdown;
        }
    }
}
