package org.mqemu.blkmq.fio;

import java.util.List;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.blkmq.block.BlockQueue;

/** What a fio thread of a test does: sequential reads of 4 KiB with libaio at depth 1 for ever, unless said otherwise. */
final class Job {
    static final int SECTORS = 8;
    static final int BYTES = 4_096;

    private List<BlockQueue> files = List.of(FioFixture.queue("sda", 0));
    private int iodepth = 1;
    private int batch = 1;
    private int completeMin = 1;
    private int completeMax = 1;
    private int lowWater;
    private boolean sync;
    private long sizeBytes = Long.MAX_VALUE;
    private long maxIos = Long.MAX_VALUE;
    private ContinueOnError continueOnError = ContinueOnError.ALL;
    private long binNs = 1_000_000;

    static Job depth(int iodepth) {
        Job job = new Job();
        job.iodepth = iodepth;
        job.lowWater = iodepth;
        return job;
    }

    Job batch(int newBatch) {
        batch = newBatch;
        return this;
    }

    Job complete(int min, int max) {
        completeMin = min;
        completeMax = max;
        return this;
    }

    Job low(int newLowWater) {
        lowWater = newLowWater;
        return this;
    }

    Job sync() {
        sync = true;
        return this;
    }

    Job ios(long count) {
        return bytes(count * BYTES);
    }

    Job atMost(long ios) {
        maxIos = ios;
        return this;
    }

    Job bytes(long count) {
        sizeBytes = count;
        return this;
    }

    Job continueOnError(ContinueOnError rule) {
        continueOnError = rule;
        return this;
    }

    Job bins(long ns) {
        binNs = ns;
        return this;
    }

    Job on(BlockQueue... newFiles) {
        files = List.of(newFiles);
        return this;
    }

    FioThreadParameters parameters() {
        return new FioThreadParameters(
                files,
                new IoPattern(100, false, false, SECTORS, SECTORS, 0, FioFixture.SECTORS),
                iodepth,
                batch,
                completeMin,
                completeMax,
                lowWater,
                sync,
                sizeBytes,
                maxIos,
                false,
                continueOnError,
                StatsOptions.defaults(),
                binNs);
    }
}
