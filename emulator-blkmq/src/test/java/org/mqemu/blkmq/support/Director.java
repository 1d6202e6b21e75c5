package org.mqemu.blkmq.support;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;

/** Sends what a test prescribes, and ends the run: at a given time, or when the threads that it waits for are over. */
public final class Director extends Component implements DirectorPort {
    private static final long DRAIN_NS = 1_000_000;

    private final List<Runnable> sends = new ArrayList<>();
    private int openThreads;
    private long endNs = -1;
    private long limitNs = 1_000_000_000;

    <T> void at(long atNs, Ref<T> to, Message<? super T> message) {
        sends.add(() -> send(to, message, atNs));
    }

    void awaitOneMoreThread() {
        openThreads++;
    }

    void endAt(long newEndNs) {
        endNs = newEndNs;
    }

    void limit(long newLimitNs) {
        limitNs = newLimitNs;
    }

    @Override
    protected void onStart() {
        sends.forEach(Runnable::run);
        armSelf(endNs >= 0 ? endNs : limitNs);
    }

    @Override
    public void onThreadOver() {
        openThreads--;
        if (openThreads == 0 && endNs < 0) {
            armSelf(nowNs() + DRAIN_NS);
        }
    }

    @Override
    protected void onSelf() {
        if (endNs < 0 && openThreads > 0) {
            throw new IllegalStateException(openThreads + " threads do not end");
        }
        endRun();
    }
}
