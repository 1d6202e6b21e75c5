package org.mqemu.devices.server;

/**
 * A server that does one job at a time, first come first served, kept as the time at which it is free.
 *
 * <p>The end of a job is known when the job arrives, so a server needs neither a queue nor an event of its own.
 * Exact as long as jobs come in the order of their arrival times, as they do in a component. Not thread-safe.
 */
public final class FifoServer {
    private long freeAtNs;
    private long workNs;

    /** Creates a server that is free at emulated time 0. */
    public FifoServer() {}

    /**
     * Takes a job.
     *
     * @param arrivalNs when it arrives, in emulated nanoseconds, not before the job taken last
     * @param serviceNs how long the server is at work on it, in nanoseconds, at least 0
     * @return when it is done, in emulated nanoseconds
     */
    public long serve(long arrivalNs, long serviceNs) {
        freeAtNs = Math.max(arrivalNs, freeAtNs) + serviceNs;
        workNs += serviceNs;
        return freeAtNs;
    }

    /**
     * Drops all jobs, which have been handed on already as far as the caller is concerned, and takes none before a time.
     *
     * @param nowNs the time, in emulated nanoseconds
     * @param upNs when it serves again, in emulated nanoseconds, not before {@code nowNs}
     */
    public void resetUntil(long nowNs, long upNs) {
        workNs = busyNs(nowNs) + upNs - nowNs;
        freeAtNs = upNs;
    }

    /** Returns when the server has done all that it was given, in emulated nanoseconds. */
    public long freeAtNs() {
        return freeAtNs;
    }

    /**
     * Returns how long the server has been at work until a time.
     *
     * <p>Caveat: jobs that were taken ahead of their arrival (those of a second stage that were planned when the first
     * stage took them) are counted as if they followed each other without a gap.
     *
     * @param atNs the time, in emulated nanoseconds, not before the arrival of the job taken last
     * @return the busy time, in nanoseconds
     */
    public long busyNs(long atNs) {
        return Math.max(0, workNs - Math.max(0, freeAtNs - atNs));
    }
}
