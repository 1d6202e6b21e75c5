package org.mqemu.runner.fio;

/**
 * How a job fills and empties its queue. The numbers are as fio settles them: none is larger than the depth it belongs
 * to, except the two for completions, which a job caps by what is in flight.
 *
 * @param engine the I/O engine
 * @param iodepth I/Os in flight at most, at least 1; always 1 for a synchronous engine
 * @param batchSubmit I/Os submitted at once, from 1 to {@code iodepth}
 * @param batchCompleteMin completions to wait for, at least 0; 0 only looks for completions without waiting
 * @param batchCompleteMax completions to take at once, at least {@code batchCompleteMin}
 * @param depthLow once the queue was full, it is let down to this depth before it is filled again; from 1 to
 *     {@code iodepth}
 * @param userspaceReap true to reap completions from the ring without a system call
 * @param hipri true to poll for completions
 */
public record FioQueueing(
        FioEngine engine,
        int iodepth,
        int batchSubmit,
        int batchCompleteMin,
        int batchCompleteMax,
        int depthLow,
        boolean userspaceReap,
        boolean hipri) {}
