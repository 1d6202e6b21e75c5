package org.mqemu.blkmq.sync;

/** How a spinlock hands over. */
public enum LockKind {
    /**
     * A ticket lock: all waiters spin on one word, so each release invalidates every waiter's copy and the hand-off
     * costs more the more CPUs spin (kernels up to 4.1).
     */
    TICKET,
    /** A queued lock (qspinlock): each waiter spins on a word of its own, so the hand-off cost is constant. */
    QSPINLOCK
}
