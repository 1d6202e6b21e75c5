package org.mqemu.blkmq.block;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.blkmq.log.KernelLog;

/**
 * A block device (gendisk): its name, size and counters.
 *
 * <p>Counters are kept by CPU, as the kernel keeps them, and summed when they are read.
 */
public final class Disk {
    private static final int BYTES_PER_SECTOR = 512;

    private final String name;
    private final int index;
    private final long sectors;
    private final DiskCounters[] byCpu;
    private final BusyClock busyClock = new BusyClock();
    private long markNs;
    private @Nullable BlockTrace trace;
    private boolean tracesJoins;
    private KernelLog log = KernelLog.NONE;
    private int failfast;
    private final MeasuredSpan<Long> busyNs =
            new MeasuredSpan<>(() -> busyClock.upTo(markNs), Long::sum, (later, earlier) -> later - earlier);

    /**
     * Creates a device.
     *
     * @param name its name, such as {@code sda}
     * @param index its number, from 0: the LUN on the host
     * @param sectors its size, in sectors of 512 bytes, at least 1
     * @param cpus the number of CPUs that count
     */
    public Disk(String name, int index, long sectors, int cpus) {
        if (sectors < 1) {
            throw new IllegalArgumentException(name + " must have at least 1 sector: " + sectors);
        }
        this.name = name;
        this.index = index;
        this.sectors = sectors;
        this.byCpu = new DiskCounters[cpus];
        Arrays.setAll(byCpu, i -> new DiskCounters());
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the number, from 0. */
    public int index() {
        return index;
    }

    /** Returns the size, in sectors of 512 bytes. */
    public long sectors() {
        return sectors;
    }

    /** Returns the size, in bytes. */
    public long bytes() {
        return sectors * BYTES_PER_SECTOR;
    }

    /**
     * Counts a bio that enters the block layer.
     *
     * @param bio the bio
     * @param cpu the CPU that submits it
     * @param nowNs the emulated time
     */
    public void queued(Bio bio, int cpu, long nowNs) {
        if (bio.sector() < 0 || bio.sectors() < 0 || bio.sector() > sectors - bio.sectors()) {
            throw new IllegalStateException("a bio lies beyond the end of " + name + ": sector " + bio.sector() + " + "
                    + bio.sectors() + " of " + sectors);
        }
        if (bio.op() != Op.FLUSH && bio.sectors() == 0) {
            throw new IllegalStateException("an empty bio on " + name);
        }
        byCpu[cpu].queued();
        Bio whole = bio.splitFrom();
        if (whole == null) {
            bio.queued(nowNs);
            trace(TraceAction.QUEUE, bio, cpu, nowNs, 0);
        } else {
            partQueued(whole, bio, cpu, nowNs);
        }
    }

    /** Q is traced once for the whole bio, X for each part but the last one; the whole's Q is that of its parts. */
    private void partQueued(Bio whole, Bio part, int cpu, long nowNs) {
        if (part.sector() == whole.sector()) {
            whole.queued(nowNs);
            trace(TraceAction.QUEUE, whole, cpu, nowNs, 0);
        }
        part.queued(whole.queuedNs());
        long next = part.sector() + part.sectors();
        if (next < whole.sector() + whole.sectors()) {
            trace(TraceAction.SPLIT, part, cpu, nowNs, next);
        }
    }

    // ---- errors ----

    /**
     * Logs the device's errors; set before the run.
     *
     * @param kernelLog the machine's log
     */
    public void logTo(KernelLog kernelLog) {
        log = kernelLog;
    }

    /**
     * Marks all requests of the device as to be failed instead of retried, as multipathing does; set before the run.
     *
     * @param flags a sum of {@link Request#FAILFAST_DEV}, {@link Request#FAILFAST_TRANSPORT} and
     *     {@link Request#FAILFAST_DRIVER}
     */
    public void failfast(int flags) {
        failfast = flags;
    }

    /** Returns the failfast flags of all its requests (REQ_FAILFAST_MASK), or 0. */
    public int failfast() {
        return failfast;
    }

    /** A request ends with an error. */
    void failed(Request request, long nowNs) {
        if (log != KernelLog.NONE) {
            RequestErrors.print(log, request, failfast, nowNs);
        }
    }

    // ---- block trace ----

    /**
     * Sends the device's block trace events to a sink, or to none; set before the run.
     *
     * @param sink the sink, or null
     */
    public void traceTo(@Nullable BlockTrace sink) {
        trace = sink;
    }

    /**
     * Traces an event of a bio.
     *
     * @param action what happens
     * @param bio the bio
     * @param cpu the CPU that it happens on
     * @param nowNs the emulated time
     * @param detail what belongs to the action
     */
    public void trace(TraceAction action, Bio bio, int cpu, long nowNs, long detail) {
        BlockTrace sink = trace;
        if (sink != null) {
            sink.event(new BlockTrace.Event(
                    action,
                    nowNs,
                    cpu,
                    bio.issuer(),
                    bio.op(),
                    bio.isSync(),
                    bio.isPreflush(),
                    bio.isFua(),
                    bio.sector(),
                    bio.sectors(),
                    detail,
                    0));
        }
    }

    /**
     * Traces an event of a request.
     *
     * @param action what happens
     * @param request the request
     * @param cpu the CPU that it happens on
     * @param nowNs the emulated time
     * @param sectorsLeft its number of sectors; 0 when its data has been completed before
     */
    void trace(TraceAction action, Request request, int cpu, long nowNs, int sectorsLeft) {
        BlockTrace sink = trace;
        if (sink != null) {
            sink.event(new BlockTrace.Event(
                    action,
                    nowNs,
                    cpu,
                    request.issuer(),
                    request.op(),
                    request.isSync(),
                    request.isPreflush(),
                    request.isFua(),
                    request.sector(),
                    sectorsLeft,
                    0,
                    action == TraceAction.COMPLETE ? -request.blockStatus().errno() : 0));
        }
    }

    /** Traces that a request is looked at after an answer, none of its data done. */
    void traceNothingDone(Request request, int cpu, long nowNs) {
        BlockTrace sink = trace;
        if (sink != null) {
            sink.event(new BlockTrace.Event(
                    TraceAction.COMPLETE,
                    nowNs,
                    cpu,
                    request.issuer(),
                    request.op(),
                    request.isSync(),
                    request.isPreflush(),
                    request.isFua(),
                    request.sector(),
                    0,
                    0,
                    0));
        }
    }

    /**
     * Traces a plug's own event.
     *
     * @param action what happens
     * @param task the task whose plug it is
     * @param cpu the CPU that it happens on
     * @param nowNs the emulated time
     * @param depth the requests in it
     */
    public void tracePlug(TraceAction action, int task, int cpu, long nowNs, int depth) {
        BlockTrace sink = trace;
        if (sink != null) {
            sink.event(new BlockTrace.Event(action, nowNs, cpu, task, null, false, false, false, 0, 0, depth, 0));
        }
    }

    void got(long nowNs) {
        busyClock.begins(nowNs);
    }

    /** A request was joined to another one and is gone. */
    void joined(long nowNs) {
        busyClock.ends(nowNs);
    }

    /** Says that requests that are joined to others are traced too (M, block_rq_merge, since 5.9); before the run. */
    public void tracesJoins() {
        tracesJoins = true;
    }

    void traceJoin(Request gone, long nowNs) {
        if (tracesJoins) {
            trace(TraceAction.BACK_MERGE, gone, gone.cpu(), nowNs, gone.sectors());
        }
    }

    /** The driver has answered a command, be it a request or a flush. */
    void answered(int cpu) {
        byCpu[cpu].countAnswer();
    }

    /** A request has done all that it was got for. */
    void completed(Request request, int cpu, long nowNs) {
        busyClock.ends(nowNs);
        byCpu[cpu].completed(request, nowNs);
    }

    /**
     * A bio that no request carried has ended (event C): that of a driver which takes bios.
     *
     * @param bio the bio
     * @param status how it ended
     * @param cpu the CPU that ends it
     * @param nowNs the emulated time
     */
    public void bioEnded(Bio bio, BlockStatus status, int cpu, long nowNs) {
        byCpu[cpu].countAnswer();
        byCpu[cpu].ended(1, status);
        trace(TraceAction.COMPLETE, bio, cpu, nowNs, 0);
    }

    void ended(Request request, int cpu) {
        byCpu[cpu].ended(request.bios().size(), request.blockStatus());
    }

    /**
     * Begins or ends the measurement of one CPU's counters; called by that CPU.
     *
     * @param cpu the CPU; the first one stands for the device's busy time too
     * @param begin whether it begins
     * @param nowNs the emulated time
     */
    public void mark(int cpu, boolean begin, long nowNs) {
        byCpu[cpu].mark(begin);
        if (cpu == 0) {
            markNs = nowNs;
            busyNs.mark(begin);
        }
    }

    /** Returns how long the device had at least one request while it was measured, in nanoseconds. */
    public long busyNs() {
        return busyNs.measured();
    }

    /** Returns the sum of all CPUs' counters. */
    public DiskCounters total() {
        DiskCounters sum = new DiskCounters();
        for (DiskCounters counters : byCpu) {
            sum.add(counters);
        }
        return sum;
    }
}
