package org.mqemu.blkmq.fio;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.blkmq.aio.AioRing;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * A fio thread with libaio, or with a synchronous engine: fio's own loop, because half of what fio reports comes from
 * it.
 *
 * <p>It prepares I/Os up to its depth, submits them in batches by io_submit (which can block: for a tag, for a request,
 * for the CPU), and when it is full reaps by io_getevents, between a minimum and a maximum of events. The submission
 * latency (slat) lasts from the preparation to the return of io_submit, the completion latency (clat) from there to the
 * reaping; with a synchronous engine it is the whole system call. When told to stop, or after an error, it submits nothing more, reaps what
 * is in flight, and ends. Polled I/O (hipri) it looks for again and again in the system call that waits, instead of
 * sleeping, if the device can be polled. Source: backend.c (do_io), ioengines.c and engines/libaio.c of fio 3.x.
 */
public final class FioThread {
    /** The pid of thread 0, as traces show it and schedulers tell processes apart. */
    private static final int FIRST_PID = 1000;

    private static final int BYTES_PER_SECTOR = 512;
    private final int number;
    private final FioThreadParameters parameters;
    private final Context thread;
    private final SubmitBio submitBio;
    private final AioRing ring;
    private final Ref<FioPort> run;
    private final OffsetGenerator offsets;
    private final FioThreadStats stats;
    private final IoUnit[] units;
    private final ArrayDeque<IoUnit> freeUnits = new ArrayDeque<>();
    private final List<IoUnit> queued = new ArrayList<>();
    private final List<IoUnit> reaped = new ArrayList<>();
    private final Price preparePrice;
    private final Price reapPrice;
    private final Price submitSyscallPrice;
    private final Price submitOnePrice;
    private final Price eventsSyscallPrice;
    private final Price preadPrice;
    private int depth;
    private int submitting;
    private int wantedMin;
    private int wantedMax;
    private boolean reaping;
    private boolean stopAsked;
    private long issuedBytes;
    private long issued;
    private long completed;
    private final ThreadErrors errors;
    private int nextFile;
    private int polledFile;
    private long bin;
    private long binCompletions;

    private final Step fill = this::fill;
    private final Step prepared = this::prepared;
    private final Step enterSubmit = this::enterSubmit;
    private final Step submitOne = this::submitOne;
    private final Step submitBioStep = this::submitBioStep;
    private final Step submittedOne = this::submittedOne;
    private final Step submitted = this::submitted;
    private final Step enterEvents = this::enterEvents;
    private final Step waitForEvents = this::waitForEvents;
    private final Step takeEvents = this::takeEvents;
    private final Step leaveEvents = this::leaveEvents;
    private final Step account = this::account;

    /**
     * Creates a thread that has not started.
     *
     * @param number its number in the run
     * @param parameters what it does
     * @param thread its context on a CPU
     * @param submitBio its way into the block layer
     * @param ring its completion ring, whose reaper is {@code thread}
     * @param run the run that it belongs to
     * @param random its random stream
     * @param prices the price list
     */
    public FioThread(
            int number,
            FioThreadParameters parameters,
            Context thread,
            SubmitBio submitBio,
            AioRing ring,
            Ref<FioPort> run,
            RandomStream random,
            PriceList prices) {
        this.number = number;
        this.parameters = parameters;
        this.thread = thread;
        this.submitBio = submitBio;
        this.ring = ring;
        this.run = run;
        this.offsets = new OffsetGenerator(parameters.pattern(), random);
        this.stats = new FioThreadStats(parameters.stats());
        this.errors = new ThreadErrors(parameters.continueOnError());
        this.units = new IoUnit[parameters.iodepth()];
        for (int i = 0; i < units.length; i++) {
            units[i] = new IoUnit(ring, i);
            units[i].bio().issuedBy(FIRST_PID + number, true, IoPriority.NONE);
            units[i].bio().polled(parameters.polled());
            freeUnits.add(units[i]);
        }
        this.preparePrice = prices.of("get_io_u");
        this.reapPrice = prices.of("io_completed");
        this.submitSyscallPrice = prices.of("io_submit");
        this.submitOnePrice = prices.of("io_submit_one");
        this.eventsSyscallPrice = prices.of("io_getevents");
        this.preadPrice = prices.of("pread64");
    }

    /** Returns the message that starts it. */
    public CpuPort.StartThread start() {
        return new CpuPort.StartThread(thread, fill);
    }

    /** Returns the message that lets it begin or end what it measures; a thread that sleeps is left asleep. */
    public CpuPort.TellThread mark(boolean begin) {
        return new CpuPort.TellThread(thread, () -> stats.mark(begin, thread), false);
    }

    /** Returns the message that asks it to end; a thread that sleeps sees it when what it waits for has come. */
    public CpuPort.TellThread stop() {
        return new CpuPort.TellThread(thread, () -> stopAsked = true, false);
    }

    /** Returns the CPU that it runs on. */
    public Ref<CpuPort> cpu() {
        return thread.cpu().port();
    }

    // ---- do_io: prepare, and submit a batch when it is full ----

    private boolean mayIssue() {
        return !stopAsked && issuedBytes < parameters.ioSizeBytes() && issued < parameters.maxIos();
    }

    private @Nullable Step fill(Context cx) {
        if (mayIssue() && depth < parameters.iodepth()) {
            cx.charge(preparePrice);
            return prepared;
        }
        if (!queued.isEmpty()) {
            return enterSubmit;
        }
        if (depth > 0) {
            return reap();
        }
        report(cx.nowNs());
        stats.threadEnds(cx);
        cx.send(run, new FioPort.ThreadDone(number), cx.nowNs());
        return null;
    }

    private Step prepared(Context cx) {
        IoUnit unit = freeUnits.pop();
        Op op = offsets.nextOp();
        int sectors = offsets.sectors(op);
        unit.bio().describe(op, offsets.nextSector(op), sectors);
        unit.file(nextFile);
        nextFile = (nextFile + 1) % parameters.files().size();
        unit.started(cx.nowNs());
        queued.add(unit);
        depth++;
        issued++;
        issuedBytes += (long) sectors * BYTES_PER_SECTOR;
        return queued.size() >= parameters.batch() ? enterSubmit : fill;
    }

    private Step enterSubmit(Context cx) {
        cx.mode(CpuMode.SYS);
        if (parameters.sync()) {
            issued(cx.nowNs());
        }
        cx.charge(parameters.sync() ? preadPrice : submitSyscallPrice);
        submitting = 0;
        if (!parameters.sync()) {
            submitBio.startPlug(queued.size());
        }
        return submitOne(cx); // it only charges: one segment with the system call's entry
    }

    private Step submitOne(Context cx) {
        cx.charge(submitOnePrice);
        return submitBioStep;
    }

    private Step submitBioStep(Context cx) {
        IoUnit unit = queued.get(submitting);
        return cx.call(submitBio.submit(parameters.files().get(unit.file()), unit.bio()), submittedOne);
    }

    private Step submittedOne(Context cx) {
        submitting++;
        return submitting < queued.size() ? submitOne : cx.call(submitBio.finishPlug(), submitted);
    }

    private Step submitted(Context cx) {
        stats.submitted(queued.size(), depth);
        if (parameters.sync()) {
            queued.clear();
            wantedMin = 1;
            wantedMax = 1;
            return takeEvents; // the same system call waits for the end
        }
        issued(cx.nowNs());
        queued.clear();
        cx.mode(CpuMode.USR);
        return fullOrEnding() ? reap() : fill;
    }

    /** Notes the moment from which clat counts: after io_submit, but before the one system call of a synchronous engine. */
    private void issued(long nowNs) {
        for (int i = 0; i < queued.size(); i++) {
            queued.get(i).issued(nowNs);
        }
    }

    // ---- wait_for_completions: io_getevents ----

    private boolean fullOrEnding() {
        return depth == parameters.iodepth() || !mayIssue();
    }

    private Step reap() {
        reaping = true;
        wantedMin = Math.max(1, Math.min(parameters.completeMin(), depth));
        wantedMax = Math.max(wantedMin, Math.min(parameters.completeMax(), depth));
        return enterEvents;
    }

    private Step enterEvents(Context cx) {
        cx.mode(CpuMode.SYS);
        cx.charge(eventsSyscallPrice);
        return takeEvents;
    }

    private Step takeEvents(Context cx) {
        cx.touch(ring.line());
        while (reaped.size() < wantedMax) {
            Bio bio = ring.poll();
            if (bio == null) {
                break;
            }
            reaped.add(units[bio.token()]);
        }
        return reaped.size() >= wantedMin ? leaveEvents : waitForEvents;
    }

    private @Nullable Step waitForEvents(Context cx) {
        if (parameters.polled()) {
            BlockQueue polled = nextPolled();
            if (polled != null) {
                return cx.call(submitBio.poll(polled), takeEvents);
            }
        }
        return ring.announceSleep(wantedMin - reaped.size()) ? cx.sleep(parameters.sync(), takeEvents) : takeEvents;
    }

    /** Returns the next of its devices that can be polled, in turn, or null. */
    private @Nullable BlockQueue nextPolled() {
        List<BlockQueue> files = parameters.files();
        for (int i = 0; i < files.size(); i++) {
            BlockQueue file = files.get(polledFile);
            polledFile = (polledFile + 1) % files.size();
            if (submitBio.polls(file)) {
                return file;
            }
        }
        return null;
    }

    private Step leaveEvents(Context cx) {
        cx.mode(CpuMode.USR);
        cx.charge(reapPrice, reaped.size());
        return account;
    }

    private Step account(Context cx) {
        long nowNs = cx.nowNs();
        stats.reaped(reaped.size());
        for (int i = 0; i < reaped.size(); i++) {
            IoUnit unit = reaped.get(i);
            Bio bio = unit.bio();
            if (bio.status() == BlockStatus.OK) {
                stats.completed(
                        bio.op() == Op.READ ? IoDirection.READ : IoDirection.WRITE,
                        nowNs,
                        (long) bio.sectors() * BYTES_PER_SECTOR,
                        unit);
            } else {
                failed(unit);
            }
            freeUnits.push(unit);
        }
        depth -= reaped.size();
        completed += reaped.size();
        binCompletions += reaped.size();
        reaped.clear();
        if (nowNs / parameters.binNs() != bin) {
            report(nowNs);
        }
        boolean more = reaping && depth > parameters.lowWater() && mayIssue();
        reaping = more;
        return more ? reap() : fill;
    }

    /** An I/O failed: the thread submits nothing more, unless it is to go on; what is in flight is waited for. */
    private void failed(IoUnit unit) {
        Bio bio = unit.bio();
        IoError error = new IoError(
                parameters.files().get(unit.file()).disk().name(),
                bio.op(),
                bio.sector() * BYTES_PER_SECTOR,
                (long) bio.sectors() * BYTES_PER_SECTOR,
                bio.status());
        stopAsked |= !errors.goesOnAfter(error);
    }

    private void report(long nowNs) {
        bin = nowNs / parameters.binNs();
        if (binCompletions > 0) {
            thread.send(run, new FioPort.Progress(number, binCompletions), nowNs);
            binCompletions = 0;
        }
    }

    // ---- figures ----

    /** Returns the thread's number. */
    public int number() {
        return number;
    }

    /** Returns what it measured. */
    public FioThreadStats stats() {
        return stats;
    }

    /** Returns the I/Os that it prepared and submitted since the start. */
    public long issued() {
        return issued;
    }

    /** Returns the I/Os that it reaped since the start. */
    public long reapedInAll() {
        return completed;
    }

    /** Returns the I/Os that were reaped with an error since the start. */
    public long errors() {
        return errors.count();
    }

    /** Returns what is known of its errors. */
    public ThreadErrors threadErrors() {
        return errors;
    }

    /** Returns the I/Os that it has prepared and not reaped. */
    public int inFlight() {
        return depth;
    }
}
