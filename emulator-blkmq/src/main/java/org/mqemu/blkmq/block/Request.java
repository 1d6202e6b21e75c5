package org.mqemu.blkmq.block;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;

/**
 * A request: what the driver sees of one or more adjacent bios.
 *
 * <p>It carries its bios, so that its end is the end of each of them. Every change of state is checked: a request is
 * started once, completed once, freed once. It also keeps the times of its life, from which the report's stages come:
 * Q (bio queued), G (request got), I (inserted), D (issued to the driver), C (completed). A time never lies before the
 * one ahead of it: under the real-time clock a CPU may be a little behind the one that had the request before.
 */
public final class Request {
    private final BlockQueue queue;
    private final int tag;
    private final List<Bio> bios = new ArrayList<>(1);
    private RequestState state = RequestState.FREE;
    private Op op = Op.READ;
    private long sector;
    private int sectors;
    private int segments;
    private int cpu;
    private int driverIndex = -1;
    private boolean prepared;
    private CommandStatus status = CommandStatus.GOOD;
    private long queuedNs;
    private long gotNs;
    private long insertedNs;
    private long issuedNs;

    /**
     * Creates a free request.
     *
     * @param queue the device's queue
     * @param tag its tag, or -1 for a queue without tags
     */
    public Request(BlockQueue queue, int tag) {
        this.queue = queue;
        this.tag = tag;
    }

    /**
     * Takes the request for a bio (block trace event G).
     *
     * @param bio the first bio
     * @param submitter the CPU that submits it
     * @param nowNs the emulated time
     */
    public void init(Bio bio, int submitter, long nowNs) {
        change(RequestState.FREE, RequestState.QUEUED);
        bios.add(bio);
        op = bio.op();
        sector = bio.sector();
        sectors = bio.sectors();
        segments = QueueLimits.segments(bio.sectors());
        cpu = submitter;
        status = CommandStatus.GOOD;
        driverIndex = tag;
        prepared = false;
        queuedNs = bio.queuedNs();
        gotNs = nowNs;
        insertedNs = nowNs;
        queue.disk().got(nowNs);
    }

    /**
     * Merges a bio at the back or at the front, if it lies there and fits (bio_attempt_back_merge,
     * bio_attempt_front_merge).
     *
     * @param limits what the request may grow to
     * @param bio the bio
     * @return whether it was merged
     */
    public boolean merge(QueueLimits limits, Bio bio) {
        if (state != RequestState.QUEUED) {
            return false;
        }
        if (limits.mayAppend(this, bio)) {
            bios.add(bio);
        } else if (limits.mayPrepend(this, bio)) {
            bios.add(0, bio);
            sector = bio.sector();
        } else {
            return false;
        }
        sectors += bio.sectors();
        segments += QueueLimits.segments(bio.sectors());
        return true;
    }

    /**
     * Gives up a request whose bio went into another one before it was queued.
     *
     * @param nowNs the emulated time
     */
    public void dropped(long nowNs) {
        change(RequestState.QUEUED, RequestState.FREE);
        queue.disk().joined(nowNs);
        bios.clear();
    }

    /**
     * Takes over the bios of the request right behind this one, which is free afterwards (attempt_merge).
     *
     * @param next the request behind
     * @param nowNs the emulated time
     */
    public void join(Request next, long nowNs) {
        bios.addAll(next.bios);
        sectors += next.sectors;
        segments += next.segments;
        next.bios.clear();
        next.change(RequestState.QUEUED, RequestState.FREE);
        queue.disk().joined(nowNs);
    }

    /** Returns the number of segments. */
    public int segments() {
        return segments;
    }

    /** Notes that it was inserted into a software queue or an elevator (event I). */
    public void inserted(long nowNs) {
        insertedNs = Math.max(gotNs, nowNs);
    }

    /** Hands it to the driver (event D). */
    public void started(long nowNs) {
        change(RequestState.QUEUED, RequestState.STARTED);
        issuedNs = Math.max(insertedNs, nowNs);
    }

    /** Takes it back from the driver, which could not accept it (event R). */
    public void requeued() {
        change(RequestState.STARTED, RequestState.QUEUED);
    }

    /**
     * The device has answered (event C).
     *
     * @param newStatus how it ended
     * @param onCpu the CPU that takes the answer
     * @param nowNs the emulated time
     */
    public void completed(CommandStatus newStatus, int onCpu, long nowNs) {
        change(RequestState.STARTED, RequestState.COMPLETED);
        status = newStatus;
        queue.disk().completed(this, onCpu, Math.max(issuedNs, nowNs));
    }

    /**
     * Frees it: all bios have ended.
     *
     * @param onCpu the CPU that frees it
     */
    public void freed(int onCpu) {
        change(RequestState.COMPLETED, RequestState.FREE);
        queue.disk().ended(this, onCpu);
        bios.clear();
    }

    private void change(RequestState from, RequestState to) {
        if (state != from) {
            throw new IllegalStateException("a request of " + queue.disk().name() + " (tag " + tag + ", sector "
                    + sector + ") goes to " + to + " but is " + state);
        }
        state = to;
    }

    /** Returns the device's queue. */
    public BlockQueue queue() {
        return queue;
    }

    /** Returns the tag, or -1. */
    public int tag() {
        return tag;
    }

    /** Returns the bios, in the order of their sectors. */
    public List<Bio> bios() {
        return bios;
    }

    /** Returns the state. */
    public RequestState state() {
        return state;
    }

    /** Returns what to do. */
    public Op op() {
        return op;
    }

    /** Returns the first sector. */
    public long sector() {
        return sector;
    }

    /** Returns the number of sectors. */
    public int sectors() {
        return sectors;
    }

    /** Returns the CPU that submitted it. */
    public int cpu() {
        return cpu;
    }

    /** Returns the low-level driver's command index for it: the tag, unless the driver has set another. */
    public int driverIndex() {
        return driverIndex;
    }

    /** Sets the low-level driver's command index. */
    public void driverIndex(int index) {
        driverIndex = index;
    }

    /** Returns whether the driver has prepared it (REQ_DONTPREP). */
    public boolean isPrepared() {
        return prepared;
    }

    /** Notes that the driver has prepared it. */
    public void prepared() {
        prepared = true;
    }

    /** Returns how it ended. */
    public CommandStatus status() {
        return status;
    }

    /** Returns when the bio that it was got for was queued, in nanoseconds. */
    public long queuedNs() {
        return queuedNs;
    }

    /** Returns when it was got, in nanoseconds. */
    public long gotNs() {
        return gotNs;
    }

    /** Returns when it was inserted; equal to {@link #gotNs()} if it never was. */
    public long insertedNs() {
        return insertedNs;
    }

    /** Returns when it was handed to the driver, in nanoseconds. */
    public long issuedNs() {
        return issuedNs;
    }
}
