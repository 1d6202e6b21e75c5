package org.mqemu.blkmq.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
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
public final class Request extends RequestContent {
    /** Not to be retried when the device fails (REQ_FAILFAST_DEV). */
    public static final int FAILFAST_DEV = 1 << 8;
    /** Not to be retried when the way to the device fails (REQ_FAILFAST_TRANSPORT). */
    public static final int FAILFAST_TRANSPORT = 1 << 9;
    /** Not to be retried when the driver fails (REQ_FAILFAST_DRIVER). */
    public static final int FAILFAST_DRIVER = 1 << 10;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Request.class, "state", RequestState.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BlockQueue queue;
    private final int schedTag;
    private final int hctx;
    private int tag;
    private int budgetToken = -1;
    private int memoryOwner = -1;
    private RequestState state = RequestState.FREE;
    private int driverIndex = -1;
    private boolean prepared;
    private CommandStatus status = CommandStatus.GOOD;
    private BlockStatus blockStatus = BlockStatus.OK;
    private boolean quiet;
    private boolean internal;
    private boolean givenUp;
    private boolean counted;
    private @Nullable Object driverData;
    private boolean elevatorPrivate;
    private @Nullable Object elevatorData;
    private @Nullable FlushSequence sequence;
    private boolean dataWritten;
    private long queuedNs;
    private long gotNs;
    private long insertedNs;
    private long issuedNs;
    private long deadlineNs = Long.MAX_VALUE;

    /**
     * Creates a free request.
     *
     * @param queue the device's queue
     * @param tag its tag, or -1 for a queue without tags
     */
    public Request(BlockQueue queue, int tag) {
        this(queue, 0, tag, -1);
    }

    /**
     * Creates a free request of a hardware queue.
     *
     * @param queue the device's queue
     * @param hctx the hardware queue's number
     * @param tag its driver tag, or -1 if it gets one when it is dispatched
     * @param schedTag its scheduler tag, or -1 if it has none
     */
    public Request(BlockQueue queue, int hctx, int tag, int schedTag) {
        this.queue = queue;
        this.hctx = hctx;
        this.tag = tag;
        this.schedTag = schedTag;
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
        describe(bio, submitter);
        status = CommandStatus.GOOD;
        blockStatus = BlockStatus.OK;
        quiet = false;
        counted = false;
        elevatorPrivate = false;
        elevatorData = null;
        sequence = null;
        dataWritten = false;
        driverIndex = tag;
        prepared = false;
        queuedNs = bio.queuedNs();
        gotNs = nowNs;
        insertedNs = nowNs;
        issuedNs = nowNs;
        deadlineNs = Long.MAX_VALUE;
        queue.disk().got(nowNs);
        queue.disk().trace(TraceAction.GET_REQUEST, bio, submitter, nowNs, 0);
    }

    /**
     * Merges a bio at the back or at the front, if it lies there and fits (bio_attempt_back_merge,
     * bio_attempt_front_merge).
     *
     * @param limits what the request may grow to
     * @param bio the bio
     * @param onCpu the CPU that merges
     * @param nowNs the emulated time
     * @return whether it was merged
     */
    public boolean merge(QueueLimits limits, Bio bio, int onCpu, long nowNs) {
        if (state != RequestState.QUEUED) {
            return false;
        }
        if (limits.mayAppend(this, bio)) {
            append(bio);
            queue.disk().trace(TraceAction.BACK_MERGE, bio, onCpu, nowNs, 0);
        } else if (limits.mayPrepend(this, bio)) {
            prepend(bio);
            queue.disk().trace(TraceAction.FRONT_MERGE, bio, onCpu, nowNs, 0);
        } else {
            if (limits.isTooLarge(this, bio)) {
                cut();
            }
            return false;
        }
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
        bios().clear();
    }

    /**
     * Takes over the bios of the request right behind this one, which is free afterwards (attempt_merge).
     *
     * @param next the request behind
     * @param nowNs the emulated time
     */
    public void join(Request next, long nowNs) {
        queue.disk().traceJoin(next, nowNs);
        absorb(next);
        next.change(RequestState.QUEUED, RequestState.FREE);
        queue.disk().joined(nowNs);
    }

    /**
     * Notes that it was inserted into a software queue or an elevator (event I).
     *
     * @param onCpu the CPU that inserts it
     * @param nowNs the emulated time
     */
    public void inserted(int onCpu, long nowNs) {
        insertedNs = Math.max(gotNs, nowNs);
        queue.disk().trace(TraceAction.INSERT, this, onCpu, insertedNs, sectors());
    }

    /**
     * Hands it to the driver (event D).
     *
     * @param onCpu the CPU that dispatches it
     * @param nowNs the emulated time
     */
    public void started(int onCpu, long nowNs) {
        change(RequestState.QUEUED, RequestState.STARTED);
        issuedNs = Math.max(insertedNs, nowNs);
        queue.disk().trace(TraceAction.ISSUE, this, onCpu, issuedNs, sectors());
    }

    /**
     * Takes it back from the driver, which could not accept it (event R).
     *
     * @param onCpu the CPU that dispatched it
     * @param nowNs the emulated time
     */
    public void requeued(int onCpu, long nowNs) {
        change(RequestState.STARTED, RequestState.QUEUED);
        queue.disk().trace(TraceAction.REQUEUE, this, onCpu, Math.max(issuedNs, nowNs), sectors());
    }

    /**
     * The driver has no room for it and has not started it (event R).
     *
     * @param onCpu the CPU that dispatches it
     * @param nowNs the emulated time
     */
    public void refused(int onCpu, long nowNs) {
        queue.disk().trace(TraceAction.REQUEUE, this, onCpu, Math.max(insertedNs, nowNs), sectors());
    }

    /**
     * It was inserted again after that (another event I, which does not count as its insertion).
     *
     * @param onCpu the CPU that inserts it
     * @param nowNs the emulated time
     */
    public void reinserted(int onCpu, long nowNs) {
        queue.disk().trace(TraceAction.INSERT, this, onCpu, Math.max(issuedNs, nowNs), sectors());
    }

    /**
     * The device has answered. What ends well is counted now, what does not when it is known that it is not retried.
     *
     * @param newStatus how it ended
     * @param onCpu the CPU that takes the answer
     * @param nowNs the emulated time
     * @return whether it was waited for: if error handling has the request, or has given it up although the driver had it
     *     still, the answer is dropped
     */
    public boolean completed(CommandStatus newStatus, int onCpu, long nowNs) {
        queue.disk().answered(onCpu);
        if (!STATE.compareAndSet(this, RequestState.STARTED, RequestState.COMPLETED)) {
            boolean waits = state == RequestState.FREE || state == RequestState.QUEUED;
            if (state == RequestState.RECOVERING || (givenUp && waits)) {
                return false;
            }
            throw wrong(RequestState.COMPLETED);
        }
        status = newStatus;
        blockStatus = BlockStatus.ofDriver(newStatus);
        if (newStatus == CommandStatus.GOOD && !internal) {
            count(onCpu, nowNs);
        }
        return true;
    }

    private void count(int onCpu, long nowNs) {
        if (sequence == null && !counted) {
            counted = true;
            queue.disk().completed(this, onCpu, Math.max(issuedNs, nowNs));
        }
    }

    // ---- errors ----

    /**
     * Its time is over: error handling has it from now on, unless the device has answered meanwhile (SCMD_STATE_COMPLETE,
     * REQ_ATOM_COMPLETE).
     *
     * @return whether error handling has it
     */
    public boolean timedOut() {
        return STATE.compareAndSet(this, RequestState.STARTED, RequestState.RECOVERING);
    }

    /** Error handling has it, because of what the device has answered. */
    public void recovers() {
        change(RequestState.COMPLETED, RequestState.RECOVERING);
    }

    /**
     * Says when its time is over (blk_add_timer of the legacy stack, where a request may be issued long before the driver
     * has it).
     *
     * @param atNs when, in nanoseconds; {@link Long#MAX_VALUE} for never
     */
    public void deadlineNs(long atNs) {
        deadlineNs = atNs;
    }

    /** Returns when its time is over. */
    public long deadlineNs() {
        return deadlineNs;
    }

    /**
     * Error handling gives it up.
     *
     * @param newStatus how it ended
     */
    public void recovered(CommandStatus newStatus) {
        change(RequestState.RECOVERING, RequestState.COMPLETED);
        givenUp = true;
        status = newStatus;
        blockStatus = BlockStatus.ofDriver(newStatus);
    }

    /**
     * Takes it back after the device has answered, or after error handling, so that it is issued once more (event R).
     *
     * @param onCpu the CPU that does so
     * @param nowNs the emulated time
     */
    public void takenBack(int onCpu, long nowNs) {
        RequestState from = state == RequestState.RECOVERING ? RequestState.RECOVERING : RequestState.COMPLETED;
        change(from, RequestState.QUEUED);
        status = CommandStatus.GOOD;
        blockStatus = BlockStatus.OK;
        queue.disk().trace(TraceAction.REQUEUE, this, onCpu, Math.max(issuedNs, nowNs), sectors());
    }

    /**
     * The driver does not take it, now or ever: it ends without having been at the device.
     *
     * @param newStatus how it ends
     */
    public void rejected(BlockStatus newStatus) {
        change(state == RequestState.STARTED ? RequestState.STARTED : RequestState.QUEUED, RequestState.COMPLETED);
        status = CommandStatus.NO_CONNECT;
        blockStatus = newStatus;
        issuedNs = Math.max(insertedNs, issuedNs);
    }

    /**
     * The driver knows better how it ended.
     *
     * @param newStatus how
     * @param isQuiet whether that is not logged (RQF_QUIET)
     */
    public void endsAs(BlockStatus newStatus, boolean isQuiet) {
        blockStatus = newStatus;
        quiet = isQuiet;
    }

    /**
     * None of its data is done, but it goes on (event C without sectors, blk_update_request).
     *
     * @param onCpu the CPU that does so
     * @param nowNs the emulated time
     */
    public void nothingDone(int onCpu, long nowNs) {
        queue.disk().traceNothingDone(this, onCpu, Math.max(issuedNs, nowNs));
    }

    /** Returns whether error handling has ever given it up, so that a driver may have it still. */
    public boolean isGivenUp() {
        return givenUp;
    }

    /** Returns how it ended, as its submitter is told. */
    public BlockStatus blockStatus() {
        return blockStatus;
    }

    /** Returns what the driver keeps with it from its first use on (blk_mq_rq_to_pdu), or null. */
    public @Nullable Object driverData() {
        return driverData;
    }

    /** Sets what the driver keeps with it. */
    public void driverData(@Nullable Object data) {
        driverData = data;
    }

    /**
     * Its bios begin to end (event C, blk_update_request).
     *
     * @param onCpu the CPU that ends them
     * @param nowNs the emulated time
     */
    void ending(int onCpu, long nowNs) {
        long atNs = Math.max(issuedNs, nowNs);
        count(onCpu, nowNs);
        queue.disk().trace(TraceAction.COMPLETE, this, onCpu, atNs, dataWritten ? 0 : sectors());
        if (blockStatus != BlockStatus.OK && !quiet) {
            queue.disk().failed(this, atNs);
        }
    }

    /**
     * Makes a started command of error handling itself that borrows a request's tag (scsi_eh_prep_cmnd): not counted as
     * I/O, not traced, told by {@link #isInternal}.
     *
     * @param of the request
     * @param op what the command does
     */
    public static Request internal(Request of, Op op) {
        Request command = new Request(of.queue, of.hctx, of.tag, -1);
        command.state = RequestState.STARTED;
        command.describeInternal(of, op);
        command.driverIndex = of.driverIndex;
        command.internal = true;
        return command;
    }

    /** Returns whether it is a command of error handling itself. */
    public boolean isInternal() {
        return internal;
    }

    // ---- flushes, for FlushQueue ----

    /** Makes this a flush on behalf of requests that wait for one; not counted as I/O, they are. */
    void initFlush(Request first, long nowNs) {
        change(RequestState.FREE, RequestState.QUEUED);
        describeFlush(first);
        status = CommandStatus.GOOD;
        blockStatus = BlockStatus.OK;
        quiet = false;
        tag = first.schedTag < 0 ? first.tag : -1; // blk-mq without a scheduler: the tag is borrowed
        driverIndex = first.driverIndex;
        prepared = false;
        sequence = FlushSequence.NONE;
        gotNs = nowNs;
        insertedNs = nowNs;
        issuedNs = nowNs;
        deadlineNs = Long.MAX_VALUE;
    }

    /** The flush that this was made for is over. */
    void flushOver() {
        change(RequestState.COMPLETED, RequestState.FREE);
    }

    /** Leaves the driver only what it must do itself: FUA, if the device can. */
    void flushesByItself(boolean deviceHasFua) {
        asksOnlyForFua(deviceHasFua);
    }

    void sequence(@Nullable FlushSequence newSequence) {
        sequence = newSequence;
    }

    @Nullable FlushSequence sequence() {
        return sequence;
    }

    void sequenceFailed(BlockStatus newStatus) {
        blockStatus = newStatus;
    }

    /** The last step is over: it counts as completed now. */
    void sequenceOver(int onCpu, long nowNs) {
        dataWritten = state == RequestState.COMPLETED;
        change(dataWritten ? RequestState.COMPLETED : RequestState.QUEUED, RequestState.COMPLETED);
        sequence = null;
        issuedNs = Math.max(insertedNs, issuedNs);
        count(onCpu, nowNs);
    }

    /** Returns whether it is a flush or a part of a sequence with one: its answer does not end its bios (FLUSH_SEQ). */
    public boolean isSequenced() {
        return sequence != null;
    }

    /**
     * Frees it: all bios have ended.
     *
     * @param onCpu the CPU that frees it
     */
    public void freed(int onCpu) {
        change(RequestState.COMPLETED, RequestState.FREE);
        queue.disk().ended(this, onCpu);
        bios().clear();
    }

    private void change(RequestState from, RequestState to) {
        if (state != from) {
            throw wrong(to);
        }
        state = to;
    }

    private IllegalStateException wrong(RequestState to) {
        return new IllegalStateException("a request of " + queue.disk().name() + " (tag " + tag + ", sector " + sector()
                + ") goes to " + to + " but is " + state);
    }

    /** Returns the device's queue. */
    public BlockQueue queue() {
        return queue;
    }

    /** Returns the driver tag, or -1. */
    public int tag() {
        return tag;
    }

    /** Sets the driver tag of a request that has a scheduler tag, or takes it away with -1. */
    public void tag(int newTag) {
        tag = newTag;
        driverIndex = newTag;
    }

    /** Returns the scheduler tag, or -1. */
    public int schedTag() {
        return schedTag;
    }

    /** Returns the number of its hardware queue. */
    public int hctx() {
        return hctx;
    }

    /** Returns the place in the device's budget that it holds, or -1. */
    public int budgetToken() {
        return budgetToken;
    }

    /** Notes the place in the device's budget that it holds, or -1. */
    public void budgetToken(int token) {
        budgetToken = token;
    }

    /** Returns the CPU whose cache its memory is in, or -1 if nobody used it yet, and notes the one that uses it now. */
    public int memoryMovesTo(int newOwner) {
        int old = memoryOwner;
        memoryOwner = newOwner;
        return old;
    }

    /** Returns the state. */
    public RequestState state() {
        return state;
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

    /** Returns whether the elevator keeps data for it and is told of its end (REQ_ELVPRIV). */
    public boolean isElevatorPrivate() {
        return elevatorPrivate;
    }

    /** Notes that the elevator keeps data for it. */
    public void elevatorPrivate() {
        elevatorPrivate = true;
    }

    /** Returns what the elevator keeps for it (elv.priv), or null. */
    public @Nullable Object elevatorData() {
        return elevatorData;
    }

    /** Sets what the elevator keeps for it. */
    public void elevatorData(@Nullable Object data) {
        elevatorData = data;
    }

    /** Returns how the device answered last. */
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
