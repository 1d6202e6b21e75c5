package org.mqemu.blkmq.log;

/**
 * Limits how often something is printed: 10 times in 5 s, counted from the first time (___ratelimit).
 *
 * <p>Source: lib/ratelimit.c of 6.1, with DEFAULT_RATELIMIT_INTERVAL and DEFAULT_RATELIMIT_BURST. Not thread-safe.
 */
final class RateLimit {
    private static final long INTERVAL_NS = 5_000_000_000L;
    private static final int BURST = 10;

    private boolean begun;
    private long beginNs;
    private int printed;
    private int missed;

    /**
     * Begins a new interval if the old one is over.
     *
     * @return how much was refused in the old one, 0 if it is not over
     */
    int missedBefore(long nowNs) {
        if (!begun) {
            begun = true;
            beginNs = nowNs;
        }
        if (nowNs <= beginNs + INTERVAL_NS) {
            return 0;
        }
        int before = missed;
        missed = 0;
        printed = 0;
        beginNs = nowNs;
        return before;
    }

    /** Counts something that is to be printed and returns whether it may be. */
    boolean allows() {
        if (printed < BURST) {
            printed++;
            return true;
        }
        missed++;
        return false;
    }
}
