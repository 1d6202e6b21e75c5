package org.mqemu.runner.cli;

import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.mqemu.api.clock.WallClock;
import org.mqemu.runner.run.RunProgress;

/** Shows on a terminal how far a run is, five times a second, on one line that is wiped at the end. */
final class Progress {

    private static final long PERIOD_NS = 200_000_000;

    private final PrintStream terminal;
    private final String clock;
    private final Supplier<RunProgress> source;
    private final Thread thread = new Thread(this::show, "progress");
    private volatile boolean over;
    private int width;

    private Progress(PrintStream terminal, String clock, Supplier<RunProgress> source) {
        this.terminal = terminal;
        this.clock = clock;
        this.source = source;
    }

    /**
     * Begins to show it; without a terminal nothing is shown.
     *
     * @param clock the clock's name
     * @param source where the run is
     */
    static Progress start(Host host, String clock, Supplier<RunProgress> source) {
        Progress progress = new Progress(host.err(), clock, source);
        if (host.terminal()) {
            progress.thread.setDaemon(true);
            progress.thread.start();
        }
        return progress;
    }

    /** Wipes the line, and returns when nothing more will be shown. */
    void stop() {
        over = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A run that cannot say where it is goes on without being shown. */
    private void show() {
        try {
            lines();
        } catch (RuntimeException e) {
            wipe();
        }
    }

    private void lines() {
        long startNs = WallClock.nowNs();
        long dueNs = startNs + PERIOD_NS;
        RunProgress before = source.get();
        while (!over) {
            long nowNs = WallClock.nowNs();
            if (nowNs < dueNs) {
                WallClock.parkNs(dueNs - nowNs);
                continue;
            }
            dueNs = nowNs + PERIOD_NS;
            RunProgress now = source.get();
            String line = ProgressText.line(clock, before, now, nowNs - startNs);
            put("\r" + line + " ".repeat(Math.max(0, width - line.length())));
            width = line.length();
            before = now;
        }
        wipe();
    }

    private void wipe() {
        put(width == 0 ? "" : "\r" + " ".repeat(width) + "\r");
    }

    private void put(String text) {
        terminal.print(text);
        terminal.flush();
    }
}
