package org.mqemu.runner.fio;

/** How an I/O engine submits. */
public enum FioSubmission {
    /** Up to {@code iodepth} I/Os are in flight. */
    ASYNC,
    /** One I/O is in flight, whatever {@code iodepth} says. */
    SYNC
}
