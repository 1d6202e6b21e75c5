package org.mqemu.blkmq.block;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;

/**
 * A block I/O: one contiguous range of a device, as a submitter sees it.
 *
 * <p>Reused by its submitter once it has ended.
 */
public final class Bio {
    private final BioEnd end;
    private final int token;
    private Op op = Op.READ;
    private long sector;
    private int sectors;
    private long queuedNs;
    private BlockStatus status = BlockStatus.OK;
    private int issuer;
    private boolean sync = true;
    private boolean polled;
    private IoPriority priority = IoPriority.NONE;
    private boolean preflush;
    private boolean fua;
    private boolean noMerge;
    private @Nullable Bio splitFrom;

    /**
     * Creates a bio.
     *
     * @param end who is told of its end
     * @param token the submitter's own number for it
     */
    public Bio(BioEnd end, int token) {
        this.end = end;
        this.token = token;
    }

    /**
     * Describes the next I/O of this bio.
     *
     * @param newOp what to do
     * @param newSector the first sector, in units of 512 bytes
     * @param newSectors the number of sectors
     */
    public void describe(Op newOp, long newSector, int newSectors) {
        describe(newOp, newSector, newSectors, false, false);
    }

    /**
     * Describes the next I/O of this bio, which may ask for durability. An empty flush is a bio of {@link Op#FLUSH}
     * without sectors, what the kernel has as an empty write with REQ_PREFLUSH.
     *
     * @param newOp what to do
     * @param newSector the first sector, in units of 512 bytes
     * @param newSectors the number of sectors
     * @param isPreflush whether everything written before must be durable before this is done (REQ_PREFLUSH)
     * @param isFua whether this must be durable when it ends (REQ_FUA)
     */
    public void describe(Op newOp, long newSector, int newSectors, boolean isPreflush, boolean isFua) {
        if ((isPreflush || isFua) && newOp != Op.WRITE) {
            throw new IllegalArgumentException("only a write asks for PREFLUSH or FUA: " + newOp);
        }
        op = newOp;
        sector = newSector;
        sectors = newSectors;
        preflush = isPreflush || newOp == Op.FLUSH;
        fua = isFua;
        noMerge = false;
        splitFrom = null;
    }

    /**
     * Describes this bio as a part of a larger one: it has its issuer, kind, priority and flags.
     *
     * @param whole the larger bio
     * @param newSector the first sector of the part
     * @param newSectors its number of sectors
     * @param cut whether the block layer cuts it off, instead of the submitter
     */
    void describePart(Bio whole, long newSector, int newSectors, boolean cut) {
        issuedBy(whole.issuer, whole.sync, whole.priority);
        describe(whole.op, newSector, newSectors, whole.preflush, whole.fua);
        splitFrom = cut ? whole : null;
        noMerge = cut && newSector + newSectors < whole.sector + whole.sectors;
    }

    /** Returns the bio that the block layer cut this one off, or null. */
    @Nullable Bio splitFrom() {
        return splitFrom;
    }

    /** Returns whether everything written before must be durable before this is done. */
    public boolean isPreflush() {
        return preflush;
    }

    /** Returns whether it must be durable when it ends. */
    public boolean isFua() {
        return fua;
    }

    /** Returns whether it asks for durability in any way (op_is_flush). */
    public boolean isFlush() {
        return preflush || fua;
    }

    /**
     * Returns whether it is merged with nothing (REQ_NOMERGE_FLAGS): it asks for durability, or the block layer has cut
     * it off a larger one, of which only the last part may still be merged (bio_split_rw, __bio_split_to_limits).
     */
    public boolean isNoMerge() {
        return noMerge || isFlush();
    }

    /** Forgets the wish for durability, which a device without a volatile cache always fulfils. */
    void dropFlush() {
        preflush = false;
        fua = false;
    }

    /**
     * Says who issues the I/Os of this bio from now on.
     *
     * @param task the task's pid, which schedulers tell processes apart by
     * @param isSync whether somebody waits for them (REQ_SYNC): reads always count as such
     * @param ioPriority their priority
     */
    public void issuedBy(int task, boolean isSync, IoPriority ioPriority) {
        issuer = task;
        sync = isSync;
        priority = ioPriority;
    }

    /** Returns the pid of the task that issues it. */
    public int issuer() {
        return issuer;
    }

    /** Returns whether somebody waits for it (op_is_sync). */
    public boolean isSync() {
        return sync || op == Op.READ || isFlush();
    }

    /** Says whether the submitter polls for its end instead of waiting for an interrupt (REQ_POLLED, hipri). */
    public void polled(boolean isPolled) {
        polled = isPolled;
    }

    /** Returns whether the submitter polls for its end. */
    public boolean isPolled() {
        return polled;
    }

    /** Returns its priority. */
    public IoPriority priority() {
        return priority;
    }

    /** Notes that the bio enters the block layer (block trace event Q). */
    void queued(long nowNs) {
        queuedNs = nowNs;
    }

    /** Returns who is told of the end. */
    public BioEnd end() {
        return end;
    }

    /** Returns the submitter's number. */
    public int token() {
        return token;
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

    /** Notes how it ended (bi_status). */
    public void ended(BlockStatus newStatus) {
        status = newStatus;
    }

    /** Returns how it ended last. */
    public BlockStatus status() {
        return status;
    }

    /** Returns when it entered the block layer, in nanoseconds. */
    public long queuedNs() {
        return queuedNs;
    }
}
