package org.mqemu.blkmq.cpu;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.random.RandomStream;

/**
 * How long the thread that has a CPU has run, against its slice.
 *
 * <p>A CPU's first slice is partly used when the emulation begins: run queues have a history (what each thread has run
 * before is different on each CPU), or else all CPUs would change threads at the same moments.
 */
final class Turn {
    private static final long NOT_BEGUN = -1;

    private final long sliceNs;
    private boolean first = true;
    private long startNs = NOT_BEGUN;
    private @Nullable Context interrupted;
    private long interruptedRanNs;

    Turn(long sliceNs) {
        this.sliceNs = sliceNs;
    }

    boolean hasBegun() {
        return startNs != NOT_BEGUN;
    }

    /** A thread takes its first step of a turn, or goes on with one in which it was interrupted. */
    void begin(Context thread, long nowNs, RandomStream random) {
        long ranNs = first ? random.nextBelow(sliceNs) : 0;
        first = false;
        if (thread == interrupted) {
            ranNs = interruptedRanNs;
            interrupted = null;
        }
        startNs = nowNs - ranNs;
    }

    /** The next thread has not begun. */
    void end() {
        startNs = NOT_BEGUN;
    }

    /** Returns whether the slice is used up. */
    boolean isUsed(long nowNs) {
        return nowNs - startNs >= sliceNs;
    }

    /** A more urgent thread takes the CPU: the rest of the turn is the thread's when it is back. */
    void interrupt(Context thread, long nowNs) {
        interrupted = thread;
        interruptedRanNs = nowNs - startNs;
    }
}
