package org.mqemu.blkmq.legacy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;

/** Lets one writer at a time change a queue (sysfs_lock); others sleep. Guarded by the queue_lock. */
final class SysfsMutex {
    private final ArrayDeque<Context> waiters = new ArrayDeque<>();
    private boolean taken;

    /** Takes it for a thread, or notes that the thread sleeps for it. */
    boolean take(Context thread) {
        waiters.remove(thread);
        if (taken) {
            waiters.add(thread);
            return false;
        }
        taken = true;
        return true;
    }

    /** Gives it back and returns the thread that is to be woken, or null. */
    @Nullable Context give() {
        taken = false;
        return waiters.peek();
    }
}
