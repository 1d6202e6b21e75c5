package org.mqemu.api.stats;

import java.util.Arrays;
import java.util.List;

/**
 * fio's coarse latency distribution: ten bands below 1 us, ten below 1 ms, twelve above.
 *
 * <p>A band is named by the value its latencies stay below; the last one, {@code >=2000}, is open.
 */
public final class LatencyBands {
    private static final int[] EDGES = {2, 4, 10, 20, 50, 100, 250, 500, 750, 1000};
    private static final int FINE = EDGES.length;
    private static final int MILLIS = FINE + 2;

    private final long[] counts = new long[2 * FINE + MILLIS];

    /** The units the bands are grouped by. */
    public enum Unit {
        /** Below 1 us. */
        NSEC("nsec", 0, FINE),
        /** From 1 us to below 1 ms. */
        USEC("usec", FINE, FINE),
        /** From 1 ms. */
        MSEC("msec", 2 * FINE, MILLIS);

        private final String fioName;
        private final int first;
        private final int size;

        Unit(String fioName, int first, int size) {
            this.fioName = fioName;
            this.first = first;
            this.size = size;
        }

        /** fio's name: {@code nsec}, {@code usec} or {@code msec}. */
        public String fioName() {
            return fioName;
        }

        /** The names of the unit's bands, in order. */
        public List<String> labels() {
            String[] names = new String[size];
            for (int i = 0; i < FINE; i++) {
                names[i] = Integer.toString(EDGES[i]);
            }
            if (size > FINE) {
                names[FINE] = "2000";
                names[FINE + 1] = ">=2000";
            }
            return List.of(names);
        }
    }

    /**
     * Counts one completion latency.
     *
     * @param ns latency in ns, at least 0
     */
    public void record(long ns) {
        if (ns < 1_000) {
            counts[band((int) ns)]++;
        } else if (ns < 1_000_000) {
            counts[FINE + band((int) (ns / 1_000))]++;
        } else {
            long ms = ns / 1_000_000;
            int band = ms < 1_000 ? band((int) ms) : ms < 2_000 ? FINE : FINE + 1;
            counts[2 * FINE + band]++;
        }
    }

    private static int band(int value) {
        int i = 0;
        while (value >= EDGES[i]) {
            i++;
        }
        return i;
    }

    /**
     * Latencies in one band.
     *
     * @param unit the group
     * @param band index into the unit's labels
     */
    public long countAt(Unit unit, int band) {
        return counts[unit.first + band];
    }

    /**
     * The share of one band in percent of all I/Os; as in fio a band that is not empty never shows less than 0.01.
     *
     * @param unit the group
     * @param band index into the unit's labels
     * @param totalIos all I/Os of the job
     */
    public double percentAt(Unit unit, int band, long totalIos) {
        long count = countAt(unit, band);
        if (count == 0 || totalIos == 0) {
            return 0;
        }
        return Math.max(0.01, (double) count / totalIos * 100.0);
    }

    /** All latencies counted. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** Adds all that another object has counted. */
    public void merge(LatencyBands other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }
}
