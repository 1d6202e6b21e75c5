package org.mqemu.blkmq.tag;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One sleep of a thread that waits for a tag: over once, be it that the tag set wakes the thread, or that the thread
 * was woken by something else and leaves the wait queue (finish_wait).
 */
public final class TagSleep {
    private final AtomicBoolean over = new AtomicBoolean();

    /** Creates a sleep that is not over. */
    public TagSleep() {}

    /** Ends the sleep and returns whether it was not over yet. */
    boolean end() {
        return over.compareAndSet(false, true);
    }
}
