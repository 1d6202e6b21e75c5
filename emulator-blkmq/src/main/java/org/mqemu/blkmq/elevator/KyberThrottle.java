package org.mqemu.blkmq.elevator;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Kyber's control loop: 100 ms after the first request that has ended since, it looks at the latencies and changes the
 * domains' depths.
 *
 * <p>If 10 % of the requests of any domain take longer in the device than the target, the device is congested. Then
 * each domain's depth is multiplied by the 99th percentile of its whole latency over its target, so that those with
 * good latencies give way; without congestion that is done only for domains that miss their target, which thus grow.
 * Source: kyber_timer_fn and kyber_completed_request of block/kyber-iosched.c, 6.1.
 *
 * <p>The kernel's timer is evaluated when the next request ends or is dispatched after it has expired, as of the time
 * when it expired. Nothing that counts happens in between, so the decisions are the timer's. Safe for CPUs that run at
 * the same time.
 */
final class KyberThrottle {
    private static final long INTERVAL_NS = 100_000_000L;
    private static final int CONGESTION_PERCENTILE = 90;
    private static final int TARGET_PERCENTILE = 99;
    private static final long UNARMED = Long.MAX_VALUE;

    private final Map<KyberDomain, Watched> watched = new EnumMap<>(KyberDomain.class);
    private volatile long timerNs = UNARMED;

    /**
     * Creates the loop for a device.
     *
     * @param tokens the domains' tokens, by their ordinals
     */
    KyberThrottle(List<KyberTokens> tokens) {
        for (KyberDomain domain : KyberDomain.ALL) {
            if (domain.isWatched()) {
                watched.put(domain, new Watched(domain.maxDepth(), tokens.get(domain.ordinal())));
            }
        }
    }

    /** Adds the latencies of a request that has ended: since it was got, and since the driver has it. */
    void completed(KyberDomain domain, long targetNs, long wholeNs, long ioNs, long nowNs) {
        Watched latencies = watched.get(domain);
        if (latencies == null) {
            return;
        }
        catchUp(nowNs);
        latencies.whole.add(wholeNs, targetNs);
        latencies.io.add(ioNs, targetNs);
        if (timerNs > nowNs + INTERVAL_NS) {
            arm(nowNs + INTERVAL_NS);
        }
    }

    private synchronized void arm(long atNs) {
        timerNs = Math.min(timerNs, atNs);
    }

    /** Does what the timer should have done by now. */
    void catchUp(long nowNs) {
        if (nowNs >= timerNs) {
            expire(nowNs);
        }
    }

    private synchronized void expire(long nowNs) {
        if (nowNs >= timerNs) {
            long atNs = timerNs;
            timerNs = UNARMED;
            adjust(atNs);
        }
    }

    private void adjust(long nowNs) {
        boolean congested = false;
        for (Watched domain : watched.values()) {
            domain.whole.gather();
            domain.io.gather();
            int p90 = domain.io.percentile(CONGESTION_PERCENTILE, domain.patience, nowNs);
            congested |= p90 >= KyberLatencies.GOOD_BUCKETS;
        }
        for (Watched domain : watched.values()) {
            int p99 = domain.whole.percentile(TARGET_PERCENTILE, domain.patience, nowNs);
            domain.adjust(congested, p99);
        }
    }

    /** What is known of a domain. */
    private static final class Watched {
        private final KyberLatencies whole = new KyberLatencies();
        private final KyberLatencies io = new KyberLatencies();
        private final KyberLatencies.Patience patience = new KyberLatencies.Patience();
        private final int maxDepth;
        private final KyberTokens tokens;
        /** The last percentile that has had no effect (domain_p99). */
        private int remembered = KyberLatencies.NONE;

        private Watched(int maxDepth, KyberTokens tokens) {
            this.maxDepth = maxDepth;
            this.tokens = tokens;
        }

        private void adjust(boolean congested, int latest) {
            int p99 = latest;
            if (congested) {
                p99 = latest == KyberLatencies.NONE ? remembered : latest;
                remembered = KyberLatencies.NONE;
            } else if (latest != KyberLatencies.NONE) {
                remembered = latest;
            }
            if (p99 != KyberLatencies.NONE && (congested || p99 >= KyberLatencies.GOOD_BUCKETS)) {
                int depth = tokens.depth() * (p99 + 1) / KyberLatencies.GOOD_BUCKETS;
                tokens.resize(Math.min(Math.max(depth, 1), maxDepth));
            }
        }
    }
}
