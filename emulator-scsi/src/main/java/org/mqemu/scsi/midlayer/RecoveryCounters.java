package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.mqemu.api.hardware.TaskKind;

/** Counts what error handling of a host does; safe for CPUs that run concurrently. */
final class RecoveryCounters {
    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong retriedAfter = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();
    private final AtomicLongArray succeeded = new AtomicLongArray(TaskKind.values().length);
    private final AtomicLongArray notSucceeded = new AtomicLongArray(TaskKind.values().length);
    private long recoveryNs;
    private long sinceNs = -1;

    void timedOut() {
        timeouts.incrementAndGet();
    }

    void failed() {
        failures.incrementAndGet();
    }

    void retried() {
        retries.incrementAndGet();
    }

    void retriedAfter() {
        retriedAfter.incrementAndGet();
    }

    void gaveUp() {
        givenUp.incrementAndGet();
    }

    /** The driver's error handler was called. */
    void handled(TaskKind kind, boolean success) {
        (success ? succeeded : notSucceeded).incrementAndGet(kind.ordinal());
    }

    /** The host is in recovery, if it was not already. */
    synchronized void recoveryBegins(long nowNs) {
        if (sinceNs < 0) {
            sinceNs = nowNs;
        }
    }

    /** The host takes commands again. */
    synchronized void recoveryEnds(long nowNs) {
        if (sinceNs >= 0) {
            recoveryNs += Math.max(0, nowNs - sinceNs);
            sinceNs = -1;
        }
    }

    /** Returns the commands that error handling has still to end or to try again. */
    long unsettled() {
        return timeouts.get() + failures.get() - retriedAfter.get() - givenUp.get();
    }

    synchronized RecoveryFigures figures(String host, long offline, long nowNs) {
        long resetsFailed = 0;
        for (TaskKind kind : TaskKind.values()) {
            resetsFailed += kind == TaskKind.ABORT_TASK ? 0 : notSucceeded.get(kind.ordinal());
        }
        return new RecoveryFigures(
                host,
                timeouts.get(),
                failures.get(),
                succeeded.get(TaskKind.ABORT_TASK.ordinal()),
                notSucceeded.get(TaskKind.ABORT_TASK.ordinal()),
                succeeded.get(TaskKind.LUN_RESET.ordinal()),
                succeeded.get(TaskKind.TARGET_RESET.ordinal()),
                succeeded.get(TaskKind.BUS_RESET.ordinal()),
                succeeded.get(TaskKind.HOST_RESET.ordinal()),
                resetsFailed,
                retries.get(),
                retriedAfter.get(),
                givenUp.get(),
                offline,
                recoveryNs + (sinceNs < 0 ? 0 : Math.max(0, nowNs - sinceNs)));
    }
}
