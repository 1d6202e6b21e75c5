package org.mqemu.blkmq.sync;

import org.mqemu.api.engine.Ref;

/**
 * A spinlock as the CPUs see it: its word in shared memory, and the actor that hands over when it is contended.
 */
public final class Lock {
    /** Returned by {@link #draw}: the lock was free and is now the caller's. */
    public static final int TAKEN = LockWord.TAKEN;

    private final String name;
    private final LockWord word;
    private final Ref<LockPort> arbiter;
    private final boolean irqSave;

    Lock(String name, LockWord word, Ref<LockPort> arbiter, boolean irqSave) {
        this.name = name;
        this.word = word;
        this.arbiter = arbiter;
        this.irqSave = irqSave;
    }

    /** Returns the lock's name, as the lock table prints it. */
    public String name() {
        return name;
    }

    /** Returns whether interrupts are held off while the lock is held or waited for (spin_lock_irqsave). */
    public boolean irqSave() {
        return irqSave;
    }

    /** Returns the actor that hands the lock over. */
    public Ref<LockPort> arbiter() {
        return arbiter;
    }

    /** Draws a ticket: {@link #TAKEN}, or the ticket to send to the arbiter in {@link LockPort.Contend}. */
    public int draw() {
        return word.draw();
    }

    /**
     * Notes that the lock was taken without waiting.
     *
     * @param cpu the CPU
     * @param nowNs its emulated time
     * @return what it costs to fetch the lock's line and the data that it protects, in nanoseconds
     */
    public long takenFree(int cpu, long nowNs) {
        return word.takenFree(cpu, nowNs);
    }

    /**
     * Notes that a CPU that waited has the lock, see {@link LockClient}.
     *
     * @param cpu the CPU
     * @param nowNs its emulated time
     */
    public void granted(int cpu, long nowNs) {
        word.granted(cpu, nowNs);
    }

    /**
     * Releases the lock.
     *
     * @param cpu the holder
     * @param nowNs its emulated time
     * @return the ticket that the arbiter must be told to serve, or {@link #TAKEN} if nobody waits
     */
    public int release(int cpu, long nowNs) {
        return word.release(cpu, nowNs);
    }
}
