package org.mqemu.devices.server;

import java.util.Arrays;

/**
 * The ends of the jobs that are on their way through one FIFO stage, oldest first: tells how many are in flight.
 *
 * <p>Needs no event at a job's end: ends that have passed are dropped when the next job comes. Does not allocate once
 * it has grown to the largest depth. Not thread-safe.
 */
public final class Completions {
    private long[] endsNs = new long[8];
    private int head;
    private int size;

    /** Creates an empty stage. */
    public Completions() {}

    /**
     * Notes a job.
     *
     * @param nowNs the job's arrival, in emulated nanoseconds
     * @param endNs the job's end, in emulated nanoseconds, not before the end noted last
     * @throws IllegalStateException if it ends before the job in front of it
     */
    public void add(long nowNs, long endNs) {
        int mask = endsNs.length - 1;
        while (size > 0 && endsNs[head] <= nowNs) {
            head = (head + 1) & mask;
            size--;
        }
        if (size > 0 && endNs < endsNs[(head + size - 1) & mask]) {
            throw new IllegalStateException("a job overtakes the one in front of it, ending at " + endNs + " ns");
        }
        if (size == endsNs.length) {
            grow();
        }
        endsNs[(head + size) & (endsNs.length - 1)] = endNs;
        size++;
    }

    /**
     * Returns how many jobs are in flight: arrived, and not yet ended.
     *
     * @param atNs the time, in emulated nanoseconds, not before the arrival noted last
     */
    public int inFlight(long atNs) {
        int ended = 0;
        while (ended < size && endsNs[(head + ended) & (endsNs.length - 1)] <= atNs) {
            ended++;
        }
        return size - ended;
    }

    private void grow() {
        long[] larger = Arrays.copyOf(endsNs, endsNs.length * 2);
        System.arraycopy(endsNs, 0, larger, endsNs.length, head);
        endsNs = larger;
    }
}
