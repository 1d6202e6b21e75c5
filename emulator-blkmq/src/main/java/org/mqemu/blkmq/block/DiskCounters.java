package org.mqemu.blkmq.block;

import java.util.Arrays;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.Summary;

/**
 * What one CPU has counted of one device.
 *
 * <p>Bios are counted from the start, for conservation; requests, sectors and stages between the two marks of the
 * measurement.
 */
public final class DiskCounters {
    private static final Stage[] STAGES = Stage.values();
    private static final Op[] OPS = Op.values();

    private final Summary[] stages = new Summary[STAGES.length];
    private final FioHistogram[] histograms = new FioHistogram[STAGES.length];
    private final long[] requests = new long[OPS.length];
    private final long[] bios = new long[OPS.length];
    private final long[] sectors = new long[OPS.length];
    private final long[] ticksNs = new long[OPS.length];
    private long submitted;
    private long completed;
    private long failed;
    private boolean frozen;

    DiskCounters() {
        Arrays.setAll(stages, i -> new Summary());
        Arrays.setAll(histograms, i -> new FioHistogram());
    }

    void queued() {
        submitted++;
    }

    void ended(int endedBios, CommandStatus status) {
        if (status == CommandStatus.GOOD) {
            completed += endedBios;
        } else {
            failed += endedBios;
        }
    }

    void answered(Request request, long nowNs) {
        if (frozen) {
            return;
        }
        long queuedNs = request.bios().get(0).queuedNs();
        record(Stage.Q2G, request.gotNs() - queuedNs);
        record(Stage.G2I, request.insertedNs() - request.gotNs());
        record(Stage.I2D, request.issuedNs() - request.insertedNs());
        record(Stage.D2C, nowNs - request.issuedNs());
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

    void mark(boolean begin) {
        frozen = !begin;
        if (begin) {
            for (int i = 0; i < STAGES.length; i++) {
                stages[i].clear();
                histograms[i].clear();
            }
            Arrays.fill(requests, 0);
            Arrays.fill(bios, 0);
            Arrays.fill(sectors, 0);
            Arrays.fill(ticksNs, 0);
        }
    }

    void add(DiskCounters other) {
        submitted += other.submitted;
        completed += other.completed;
        failed += other.failed;
        for (int i = 0; i < STAGES.length; i++) {
            stages[i].merge(other.stages[i]);
            histograms[i].merge(other.histograms[i]);
        }
        for (int i = 0; i < OPS.length; i++) {
            requests[i] += other.requests[i];
            bios[i] += other.bios[i];
            sectors[i] += other.sectors[i];
            ticksNs[i] += other.ticksNs[i];
        }
    }

    /** Returns the bios that entered the block layer since the start. */
    public long submitted() {
        return submitted;
    }

    /** Returns the bios that ended well since the start. */
    public long completed() {
        return completed;
    }

    /** Returns the bios that ended with an error since the start. */
    public long failed() {
        return failed;
    }

    /** Returns the requests of a kind that completed while measuring. */
    public long requests(Op op) {
        return requests[op.ordinal()];
    }

    /** Returns the bios of a kind that were merged into another one's request while measuring. */
    public long merges(Op op) {
        return bios[op.ordinal()] - requests[op.ordinal()];
    }

    /** Returns the sectors of a kind that completed while measuring, 512 bytes each. */
    public long sectors(Op op) {
        return sectors[op.ordinal()];
    }

    /** Returns the time that requests of a kind took from G to C while measuring, summed, in nanoseconds. */
    public long ticksNs(Op op) {
        return ticksNs[op.ordinal()];
    }

    /** Returns a stage's times while measuring, in nanoseconds. */
    public Summary stage(Stage stage) {
        return stages[stage.ordinal()];
    }

    /** Returns the distribution of a stage's times while measuring. */
    public FioHistogram histogram(Stage stage) {
        return histograms[stage.ordinal()];
    }
}
