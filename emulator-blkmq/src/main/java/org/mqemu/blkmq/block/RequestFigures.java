package org.mqemu.blkmq.block;

import java.util.Arrays;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.Summary;

/** Requests, bios, sectors and stages of a device, counted as requests complete. */
public final class RequestFigures {
    private static final Stage[] STAGES = Stage.values();
    private static final Op[] OPS = Op.values();

    private final Summary[] stages = new Summary[STAGES.length];
    private final FioHistogram[] histograms = new FioHistogram[STAGES.length];
    private final Summary whole = new Summary();
    private final FioHistogram wholeHistogram = new FioHistogram();
    private final long[] requests = new long[OPS.length];
    private final long[] bios = new long[OPS.length];
    private final long[] sectors = new long[OPS.length];
    private final long[] ticksNs = new long[OPS.length];

    /** Creates empty figures. */
    public RequestFigures() {
        Arrays.setAll(stages, i -> new Summary());
        Arrays.setAll(histograms, i -> new FioHistogram());
    }

    void add(Request request, long nowNs) {
        long queuedNs = request.queuedNs();
        record(Stage.Q2G, request.gotNs() - queuedNs);
        record(Stage.G2I, request.insertedNs() - request.gotNs());
        record(Stage.I2D, request.issuedNs() - request.insertedNs());
        record(Stage.D2C, nowNs - request.issuedNs());
        whole.record(nowNs - queuedNs);
        wholeHistogram.record(nowNs - queuedNs);
        int op = request.op().ordinal();
        requests[op]++;
        bios[op] += request.bios().size();
        sectors[op] += request.sectors();
        ticksNs[op] += nowNs - request.gotNs();
    }

    private void record(Stage stage, long ns) {
        stages[stage.ordinal()].record(ns);
        histograms[stage.ordinal()].record(ns);
    }

    void clear() {
        for (int i = 0; i < STAGES.length; i++) {
            stages[i].clear();
            histograms[i].clear();
        }
        whole.clear();
        wholeHistogram.clear();
        Arrays.fill(requests, 0);
        Arrays.fill(bios, 0);
        Arrays.fill(sectors, 0);
        Arrays.fill(ticksNs, 0);
    }

    /**
     * Adds what other figures have counted.
     *
     * @param other the other figures
     */
    public void add(RequestFigures other) {
        for (int i = 0; i < STAGES.length; i++) {
            stages[i].merge(other.stages[i]);
            histograms[i].merge(other.histograms[i]);
        }
        whole.merge(other.whole);
        wholeHistogram.merge(other.wholeHistogram);
        for (int i = 0; i < OPS.length; i++) {
            requests[i] += other.requests[i];
            bios[i] += other.bios[i];
            sectors[i] += other.sectors[i];
            ticksNs[i] += other.ticksNs[i];
        }
    }

    /** Returns the requests of a kind that completed. */
    public long requests(Op op) {
        return requests[op.ordinal()];
    }

    /** Returns the bios of a kind that were merged into another one's request. */
    public long merges(Op op) {
        return bios[op.ordinal()] - requests[op.ordinal()];
    }

    /** Returns the sectors of a kind that completed, 512 bytes each. */
    public long sectors(Op op) {
        return sectors[op.ordinal()];
    }

    /** Returns the time that requests of a kind took from G to C, summed, in nanoseconds. */
    public long ticksNs(Op op) {
        return ticksNs[op.ordinal()];
    }

    /** Returns a stage's times, in nanoseconds. */
    public Summary stage(Stage stage) {
        return stages[stage.ordinal()];
    }

    /** Returns the distribution of a stage's times. */
    public FioHistogram histogram(Stage stage) {
        return histograms[stage.ordinal()];
    }

    /** Returns the times from Q to C, in nanoseconds. */
    public Summary whole() {
        return whole;
    }

    /** Returns the distribution of the times from Q to C. */
    public FioHistogram wholeHistogram() {
        return wholeHistogram;
    }
}
