package org.mqemu.blkmq.fio;

import java.util.List;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.blkmq.block.BlockQueue;

/**
 * What one fio thread does.
 *
 * @param files the devices that it works on, in turn
 * @param pattern where its I/Os go
 * @param iodepth I/Os that it keeps in flight
 * @param batch I/Os that it submits at once (iodepth_batch)
 * @param completeMin events that it waits for at least (iodepth_batch_complete_min)
 * @param completeMax events that it takes at most
 * @param lowWater it reaps until no more than this are in flight, once it has been full (iodepth_low)
 * @param sync whether each I/O is a system call that waits for its end, so that the depth is 1
 * @param ioSizeBytes how much it does before it ends by itself; {@link Long#MAX_VALUE} for time_based jobs
 * @param maxIos how many I/Os it does before it ends by itself (number_ios), at least 1; {@link Long#MAX_VALUE} for no
 *     limit
 * @param polled whether it polls for the ends of its I/Os where the device can be polled (hipri)
 * @param continueOnError after which errors it goes on (continue_on_error)
 * @param stats what it keeps
 * @param binNs the width of the bins in which it reports its progress, in nanoseconds
 */
public record FioThreadParameters(
        List<BlockQueue> files,
        IoPattern pattern,
        int iodepth,
        int batch,
        int completeMin,
        int completeMax,
        int lowWater,
        boolean sync,
        long ioSizeBytes,
        long maxIos,
        boolean polled,
        ContinueOnError continueOnError,
        StatsOptions stats,
        long binNs) {

    /** Parameters of a thread that does not poll and goes on after errors. */
    public FioThreadParameters(
            List<BlockQueue> files,
            IoPattern pattern,
            int iodepth,
            int batch,
            int completeMin,
            int completeMax,
            int lowWater,
            boolean sync,
            long ioSizeBytes,
            long maxIos,
            StatsOptions stats,
            long binNs) {
        this(
                files,
                pattern,
                iodepth,
                batch,
                completeMin,
                completeMax,
                lowWater,
                sync,
                ioSizeBytes,
                maxIos,
                false,
                ContinueOnError.ALL,
                stats,
                binNs);
    }

    /** Checks the ranges. */
    public FioThreadParameters {
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("a fio thread needs a device");
        }
        if (iodepth < 1 || batch < 1 || batch > iodepth || completeMin < 0 || completeMax < Math.max(1, completeMin)) {
            throw new IllegalArgumentException("iodepth " + iodepth + ", batch " + batch + ", complete " + completeMin
                    + " to " + completeMax + " do not fit together");
        }
        if (sync && iodepth > 1) {
            throw new IllegalArgumentException("a synchronous engine has one I/O in flight, not " + iodepth);
        }
        if (lowWater < 1 || lowWater > iodepth || binNs < 1 || ioSizeBytes < 1 || maxIos < 1) {
            throw new IllegalArgumentException("iodepth_low " + lowWater + ", bin " + binNs + " ns, size " + ioSizeBytes
                    + " B or " + maxIos + " I/Os is out of range");
        }
    }
}
