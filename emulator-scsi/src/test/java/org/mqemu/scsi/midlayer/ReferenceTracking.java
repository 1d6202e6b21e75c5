package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the queue depths of a target's devices must be, told from the whole history of each device: no counters, no time
 * stamps that are overwritten.
 */
final class ReferenceTracking {
    private static final int REPORTS = 11;

    private final int hz;
    private final int most;
    private final int[] depth;
    private final int[] given;
    /** For each device, the ticks of the reports that counted and the depth that each spoke of. */
    private final List<List<long[]>> reports = new ArrayList<>();
    /** For each device, the ticks at which a command of it led to a higher depth somewhere. */
    private final List<List<Long>> raises = new ArrayList<>();

    ReferenceTracking(int hz, int most, int[] depths) {
        this.hz = hz;
        this.most = most;
        this.depth = depths.clone();
        this.given = depths.clone();
        for (int i = 0; i < depths.length; i++) {
            reports.add(new ArrayList<>());
            raises.add(new ArrayList<>());
        }
    }

    private long ticks(long nowNs) {
        return (1L << 32) - 300L * hz + Math.floorDiv(nowNs * hz, 1_000_000_000L);
    }

    void full(long nowNs) {
        long now = ticks(nowNs);
        for (int i = 0; i < depth.length; i++) {
            List<long[]> seen = reports.get(i);
            if (!seen.isEmpty() && seen.get(seen.size() - 1)[0] / 16 == now / 16) {
                continue;
            }
            int speaksOf = depth[i] - 1;
            seen.add(new long[] {now, speaksOf});
            long inARow = 0;
            for (int j = seen.size() - 1; j >= 0 && seen.get(j)[1] == speaksOf; j--) {
                inARow++;
            }
            if (inARow >= REPORTS && speaksOf > 0) {
                depth[i] = speaksOf;
            }
        }
    }

    void succeeded(int device, long nowNs) {
        long now = ticks(nowNs);
        if (depth[device] >= given[device]
                || now < latest(raises.get(device)) + 120L * hz
                || now
                        < latest(reports.get(device).stream()
                                        .map(report -> report[0])
                                        .toList())
                                + 120L * hz) {
            return;
        }
        boolean raised = false;
        for (int i = 0; i < depth.length; i++) {
            if (depth[i] != given[device]) {
                depth[i] = Math.min(depth[i] + 1, most);
                raised = true;
            }
        }
        if (raised) {
            raises.get(device).add(now);
        }
    }

    private static long latest(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    void give(int device, int newDepth) {
        depth[device] = newDepth;
        given[device] = newDepth;
    }

    List<Integer> depths() {
        return Arrays.stream(depth).boxed().toList();
    }
}
