package org.mqemu.blkmq.block;

import org.mqemu.api.hardware.CommandStatus;
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
    private CommandStatus status = CommandStatus.GOOD;
    private int issuer;
    private boolean sync = true;
    private boolean polled;
    private IoPriority priority = IoPriority.NONE;

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
        op = newOp;
        sector = newSector;
        sectors = newSectors;
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
        return sync || op == Op.READ || op == Op.FLUSH;
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
    public void ended(CommandStatus newStatus) {
        status = newStatus;
    }

    /** Returns how it ended last. */
    public CommandStatus status() {
        return status;
    }

    /** Returns when it entered the block layer, in nanoseconds. */
    public long queuedNs() {
        return queuedNs;
    }
}
