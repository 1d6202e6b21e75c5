package org.mqemu.api.stats;

import java.math.BigInteger;

/** What fio keeps for one thread and one direction. */
public final class DirectionStats {
    private static final long NS_PER_MS = 1_000_000;
    private static final BigInteger NS_PER_S = BigInteger.valueOf(1_000_000_000);

    private final boolean sampled;
    private final LatencyStats[] latencies = new LatencyStats[LatencyKind.values().length];
    private final RateSamples rates;
    private long totalIos;
    private long bytes;
    private long shortIos;
    private long droppedIos;
    private long runtimeNs;

    DirectionStats(StatsOptions options, long startNs) {
        sampled = options.rates();
        rates = new RateSamples(options.windowNs(), startNs);
        for (LatencyKind kind : LatencyKind.values()) {
            latencies[kind.ordinal()] = new LatencyStats(
                    options.latencies().contains(kind), options.percentiles().contains(kind));
        }
    }

    void record(long atNs, long size, long slatNs, long clatNs, long latNs) {
        totalIos++;
        bytes += size;
        latencies[0].record(slatNs);
        latencies[1].record(clatNs);
        latencies[2].record(latNs);
        if (sampled) {
            rates.record(atNs, size);
        }
    }

    /** Counts an I/O that moved less than it asked for. */
    public void recordShort() {
        shortIos++;
    }

    /** Counts an I/O that was given up. */
    public void recordDropped() {
        droppedIos++;
    }

    void finish(long startNs, long endNs) {
        if (totalIos > 0) {
            runtimeNs = endNs - startNs;
        }
        rates.closeUntil(endNs);
    }

    /** Completed I/Os. */
    public long totalIos() {
        return totalIos;
    }

    /** Bytes moved. */
    public long bytes() {
        return bytes;
    }

    /** I/Os that moved less than they asked for. */
    public long shortIos() {
        return shortIos;
    }

    /** I/Os given up. */
    public long droppedIos() {
        return droppedIos;
    }

    /** Emulated ns from the job's start to its end; 0 when the direction was not used. The longest after a merge. */
    public long runtimeNs() {
        return runtimeNs;
    }

    /**
     * {@link #runtimeNs()} in whole ms as fio reports it: rounded to the nearest, but never 0 for a direction in use.
     */
    public long runtimeMs() {
        return runtimeNs == 0 ? 0 : Math.max(1, (runtimeNs + NS_PER_MS / 2) / NS_PER_MS);
    }

    /** I/Os a second, from the runtime in ns: fio's whole ms would be 2 % coarse in a run of 50 ms. */
    public double iops() {
        return runtimeNs == 0 ? 0 : totalIos * 1e9 / runtimeNs;
    }

    /** Bytes a second, rounded down, from the runtime in ns. */
    public long bytesPerSecond() {
        if (runtimeNs == 0) {
            return 0;
        }
        return BigInteger.valueOf(bytes)
                .multiply(NS_PER_S)
                .divide(BigInteger.valueOf(runtimeNs))
                .longValue();
    }

    /** One kind of latency. */
    public LatencyStats latency(LatencyKind kind) {
        return latencies[kind.ordinal()];
    }

    /** Bandwidth and IOPS samples; empty when switched off or the run was shorter than a window. */
    public RateSamples rates() {
        return rates;
    }

    void merge(DirectionStats other) {
        totalIos += other.totalIos;
        bytes += other.bytes;
        shortIos += other.shortIos;
        droppedIos += other.droppedIos;
        runtimeNs = Math.max(runtimeNs, other.runtimeNs);
        rates.addAlongside(other.rates);
        for (int i = 0; i < latencies.length; i++) {
            latencies[i].merge(other.latencies[i]);
        }
    }
}
