package org.mqemu.runner.cli;

import org.jspecify.annotations.Nullable;

/**
 * Carries a signal to the run that is going on, and keeps the process until that run has written its report.
 *
 * <p>The JVM answers SIGINT, SIGTERM and SIGHUP with its shutdown: the hook here asks the run to end and waits, and
 * then the JVM itself ends the process with 128 and the signal's number. A second SIGINT would only wait for the first
 * one; so the hook gives it its default action back, which ends the process at once.
 */
public final class Interruption {

    private @Nullable Runnable interrupt;
    private boolean requested;

    /** No signal has come, and no run is going on. */
    public Interruption() {}

    /** Has the process's signals answered by {@link #request()}. */
    public void onSignal() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            letTheNextOneKill();
            request();
        }));
    }

    /** Asks the run to end, if there is one, and returns when it has written its report. */
    synchronized void request() {
        requested = true;
        if (interrupt != null) {
            interrupt.run();
        }
        try {
            while (interrupt != null) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A run begins. */
    synchronized void begin(Runnable howToInterrupt) {
        interrupt = howToInterrupt;
        if (requested) {
            howToInterrupt.run();
        }
    }

    /** The run has ended, and its report, if there is one, is written. */
    synchronized void end() {
        interrupt = null;
        notifyAll();
    }

    /** By reflection: javac calls sun.misc.Signal proprietary, though jdk.unsupported exports it, for want of another. */
    private static void letTheNextOneKill() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object standard = handler.getField("SIG_DFL").get(null);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), standard);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A JVM without it, or one that leaves signals alone: the second signal waits like the first.
            return;
        }
    }
}
