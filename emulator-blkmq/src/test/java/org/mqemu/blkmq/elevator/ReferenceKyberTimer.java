package org.mqemu.blkmq.elevator;

import java.util.ArrayList;
import java.util.List;

/** Kyber's control loop as simple as can be: all samples in lists, and a timer that fires when it is due. */
final class ReferenceKyberTimer {
    private static final long TICK_NS = 100_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int WATCHED = 3;

    private final List<List<Integer>> whole = lists();
    private final List<List<Integer>> io = lists();
    private final long[] timeoutNs = {0, 0, 0};
    private final int[] remembered = {-1, -1, -1};
    private final int[] depth = {256, 128, 64};
    private long timerNs = Long.MAX_VALUE;

    private static List<List<Integer>> lists() {
        return List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    int depth(KyberDomain domain) {
        return depth[domain.ordinal()];
    }

    /** A request ends with latencies in whole quarters of the target. */
    void ended(KyberDomain domain, int wholeQuarters, int ioQuarters, long nowNs) {
        if (domain.ordinal() < WATCHED) {
            whole.get(domain.ordinal()).add(bucket(wholeQuarters));
            io.get(domain.ordinal()).add(bucket(ioQuarters));
            timerNs = Math.min(timerNs, nowNs + TICK_NS);
        }
    }

    private static int bucket(int quarters) {
        return Math.min(Math.max(quarters - 1, 0), 7);
    }

    void fireUpTo(long nowNs) {
        if (timerNs <= nowNs) {
            long atNs = timerNs;
            timerNs = Long.MAX_VALUE;
            fire(atNs);
        }
    }

    private void fire(long nowNs) {
        boolean bad = false;
        for (int i = 0; i < WATCHED; i++) {
            bad |= percentile(io.get(i), 90, i, nowNs) >= 4;
        }
        for (int i = 0; i < WATCHED; i++) {
            int p99 = percentile(whole.get(i), 99, i, nowNs);
            int effective = p99;
            if (bad && p99 < 0) {
                effective = remembered[i];
            }
            if (bad) {
                remembered[i] = -1;
            } else if (p99 >= 0) {
                remembered[i] = p99;
            }
            if (effective >= 0 && (bad || effective >= 4)) {
                int most = new int[] {256, 128, 64}[i];
                depth[i] = Math.max(1, Math.min(most, depth[i] * (effective + 1) / 4));
            }
        }
    }

    private int percentile(List<Integer> samples, int percent, int domain, long nowNs) {
        if (samples.isEmpty()) {
            return -1;
        }
        if (timeoutNs[domain] == 0) {
            timeoutNs[domain] = nowNs + SECOND_NS;
        }
        if (samples.size() < 500 && nowNs < timeoutNs[domain]) {
            return -1;
        }
        timeoutNs[domain] = 0;
        List<Integer> sorted = samples.stream().sorted().toList();
        samples.clear();
        int rank = (sorted.size() * percent + 99) / 100;
        return sorted.get(rank - 1);
    }
}
