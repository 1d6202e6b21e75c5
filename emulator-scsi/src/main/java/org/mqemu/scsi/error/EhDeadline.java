package org.mqemu.scsi.error;

/**
 * How long error handling of a host may try anything but a host reset (eh_deadline, last_reset). Thread-safe.
 *
 * <p>The time begins with the first timeout or failed command since the last recovery.
 */
public final class EhDeadline {
    /** No deadline. */
    public static final long OFF = -1;

    private final long limitNs;
    private boolean running;
    private long sinceNs;

    /**
     * Creates a deadline that does not run.
     *
     * @param limitNs how long, in nanoseconds, or {@link #OFF}
     */
    public EhDeadline(long limitNs) {
        this.limitNs = limitNs;
    }

    /** Begins, unless it runs already. */
    public synchronized void begin(long nowNs) {
        if (limitNs != OFF && !running) {
            running = true;
            sinceNs = nowNs;
        }
    }

    /** Error handling is over. */
    public synchronized void end() {
        running = false;
    }

    /** Returns whether it is over (scsi_host_eh_past_deadline). */
    public synchronized boolean isPast(long nowNs) {
        return running && nowNs >= sinceNs + limitNs;
    }
}
