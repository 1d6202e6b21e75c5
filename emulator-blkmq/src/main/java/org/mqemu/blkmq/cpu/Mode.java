package org.mqemu.blkmq.cpu;

/** What a CPU spends its time on, as mpstat splits it. */
public enum Mode {
    /** User space. */
    USR,
    /** The kernel, in process context. */
    SYS,
    /** Hard interrupts. */
    HARD,
    /** Soft interrupts. */
    SOFT,
    /** Nothing to run while a thread of this CPU sleeps for I/O. */
    IOWAIT,
    /** Nothing to run. */
    IDLE
}
