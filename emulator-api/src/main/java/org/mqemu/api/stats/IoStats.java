package org.mqemu.api.stats;

/** What fio keeps for one thread: every direction, syncs, queue depths and the coarse latency distribution. */
public final class IoStats {
    private final StatsOptions options;
    private final long startNs;
    private final DirectionStats[] directions = new DirectionStats[IoDirection.values().length];
    private final LatencyStats syncs;
    private final LatencyBands bands = new LatencyBands();
    private final DepthMap depths = DepthMap.ofLevels();
    private final DepthMap submits = DepthMap.ofBatches();
    private final DepthMap completes = DepthMap.ofBatches();
    private final boolean banded;
    private long totalSyncs;

    /**
     * Starts counting.
     *
     * @param options what to keep
     * @param startNs emulated time at which the job starts
     */
    public IoStats(StatsOptions options, long startNs) {
        this.options = options;
        this.startNs = startNs;
        this.banded = options.latencies().contains(LatencyKind.CLAT);
        this.syncs = new LatencyStats(
                !options.latencies().isEmpty(), !options.percentiles().isEmpty());
        for (int i = 0; i < directions.length; i++) {
            directions[i] = new DirectionStats(options, startNs);
        }
    }

    /**
     * Takes one completed I/O.
     *
     * @param direction its direction
     * @param atNs emulated time at which its completion was reaped
     * @param bytes bytes moved
     * @param slatNs submission latency in ns
     * @param clatNs completion latency in ns
     * @param latNs total latency in ns
     */
    public void record(IoDirection direction, long atNs, long bytes, long slatNs, long clatNs, long latNs) {
        directions[direction.ordinal()].record(atNs, bytes, slatNs, clatNs, latNs);
        if (banded) {
            bands.record(clatNs);
        }
    }

    /**
     * Takes one completed fsync or fdatasync.
     *
     * @param latNs its latency in ns
     */
    public void recordSync(long latNs) {
        totalSyncs++;
        syncs.record(latNs);
    }

    /**
     * Ends the job: sets the runtime of the directions in use and closes the rate windows that are over.
     *
     * @param endNs emulated time at which the job ended
     */
    public void finish(long endNs) {
        for (DirectionStats direction : directions) {
            direction.finish(startNs, endNs);
        }
    }

    /** What is kept. */
    public StatsOptions options() {
        return options;
    }

    /** Emulated time in ns at which the job started. */
    public long startNs() {
        return startNs;
    }

    /** One direction. */
    public DirectionStats direction(IoDirection direction) {
        return directions[direction.ordinal()];
    }

    /** Completed I/Os of all directions, without syncs. */
    public long totalIos() {
        long sum = 0;
        for (DirectionStats direction : directions) {
            sum += direction.totalIos();
        }
        return sum;
    }

    /** Completed syncs. */
    public long totalSyncs() {
        return totalSyncs;
    }

    /** Latency of the syncs. */
    public LatencyStats syncs() {
        return syncs;
    }

    /** The coarse distribution of the completion latency. */
    public LatencyBands bands() {
        return bands;
    }

    /** Queue depth at which the I/Os were submitted. */
    public DepthMap depths() {
        return depths;
    }

    /** I/Os per submission call. */
    public DepthMap submits() {
        return submits;
    }

    /** I/Os per reaping call. */
    public DepthMap completes() {
        return completes;
    }

    /** Adds another job's numbers as fio's {@code group_reporting} does: the longest runtime, and rates added up. */
    public void merge(IoStats other) {
        for (int i = 0; i < directions.length; i++) {
            directions[i].merge(other.directions[i]);
        }
        totalSyncs += other.totalSyncs;
        syncs.merge(other.syncs);
        bands.merge(other.bands);
        depths.merge(other.depths);
        submits.merge(other.submits);
        completes.merge(other.completes);
    }

    /** An independent copy. */
    public IoStats copy() {
        IoStats copy = new IoStats(options, startNs);
        copy.merge(this);
        return copy;
    }
}
