package org.mqemu.api.stats;

/**
 * What has happened at a pool with a limited number of units: tags, requests, budget.
 *
 * @param acquired units handed out
 * @param waited how often somebody found none, and waited or was sent away
 * @param waitNs how long they waited in all, in nanoseconds; 0 where nobody waits
 */
public record WaitCounts(long acquired, long waited, long waitNs) {

    /** Returns the sum of two spans. */
    public WaitCounts plus(WaitCounts other) {
        return new WaitCounts(acquired + other.acquired, waited + other.waited, waitNs + other.waitNs);
    }

    /** Returns what has happened since an earlier moment. */
    public WaitCounts since(WaitCounts earlier) {
        return new WaitCounts(acquired - earlier.acquired, waited - earlier.waited, waitNs - earlier.waitNs);
    }

    /** Returns the mean time waited, in nanoseconds; 0 if nobody waited. */
    public double meanWaitNs() {
        return waited == 0 ? 0 : (double) waitNs / waited;
    }
}
