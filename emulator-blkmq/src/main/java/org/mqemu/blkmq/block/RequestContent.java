package org.mqemu.blkmq.block;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.hardware.Op;

/** What a request is about: its bios and what they come to. Its life is {@link Request}'s. */
public abstract class RequestContent {
    private final List<Bio> bios = new ArrayList<>(1);
    private Op op = Op.READ;
    private long sector;
    private int sectors;
    private int segments;
    private int cpu;
    private int issuer;
    private boolean sync;
    private boolean polled;
    private IoPriority priority = IoPriority.NONE;
    private boolean preflush;
    private boolean fua;
    private boolean noMerge;

    RequestContent() {}

    /** It is for a bio. */
    void describe(Bio bio, int submitter) {
        bios.add(bio);
        op = bio.op();
        sector = bio.sector();
        sectors = bio.sectors();
        segments = QueueLimits.segments(bio.sectors());
        cpu = submitter;
        issuer = bio.issuer();
        sync = bio.isSync();
        polled = bio.isPolled();
        priority = bio.priority();
        preflush = bio.isPreflush();
        fua = bio.isFua();
        noMerge = bio.isNoMerge();
    }

    /** It is a flush on behalf of another request. */
    void describeFlush(RequestContent first) {
        op = Op.FLUSH;
        sector = 0;
        sectors = 0;
        segments = 0;
        cpu = first.cpu;
        issuer = first.issuer;
        sync = true;
        polled = false;
        preflush = true;
    }

    /** It is a command of error handling for another request. */
    void describeInternal(RequestContent of, Op newOp) {
        op = newOp;
        cpu = of.cpu;
    }

    /** A bio lies behind it. */
    void append(Bio bio) {
        bios.add(bio);
        grow(bio.sectors(), QueueLimits.segments(bio.sectors()), bio.priority());
    }

    /** A bio lies before it. */
    void prepend(Bio bio) {
        bios.add(0, bio);
        sector = bio.sector();
        grow(bio.sectors(), QueueLimits.segments(bio.sectors()), bio.priority());
    }

    /** Takes over the bios of what lies behind it. */
    void absorb(RequestContent next) {
        bios.addAll(next.bios);
        grow(next.sectors, next.segments, next.priority);
        next.bios.clear();
    }

    private void grow(int moreSectors, int moreSegments, IoPriority other) {
        sectors += moreSectors;
        segments += moreSegments;
        priority = IoPriority.best(priority, other);
    }

    /** Nothing more is merged with it (req_set_nomerge). */
    void cut() {
        noMerge = true;
    }

    /** Asks for no flush any more, and for durability when it ends only if the device can see to it. */
    void asksOnlyForFua(boolean deviceHasFua) {
        preflush = false;
        fua = fua && deviceHasFua;
    }

    /** Returns the number of segments. */
    public int segments() {
        return segments;
    }

    /** Returns the bios, in the order of their sectors. */
    public List<Bio> bios() {
        return bios;
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

    /** Returns the pid of the task that issued its first bio. */
    public int issuer() {
        return issuer;
    }

    /** Returns whether somebody waits for it (rq_is_sync). */
    public boolean isSync() {
        return sync;
    }

    /** Returns whether the submitter polls for its end (REQ_POLLED). */
    public boolean isPolled() {
        return polled;
    }

    /** Returns the best priority of its bios. */
    public IoPriority priority() {
        return priority;
    }

    /** Returns whether everything written before must be durable before this is done; never of what a driver gets. */
    public boolean isPreflush() {
        return preflush;
    }

    /** Returns whether it must be durable when it ends; of what a driver gets: whether the device must see to it. */
    public boolean isFua() {
        return fua;
    }

    /** Returns whether it asks for durability in any way: then nothing is merged with it (REQ_NOMERGE_FLAGS). */
    public boolean isFlush() {
        return preflush || fua;
    }

    /**
     * Returns whether nothing is merged with it (rq_mergeable): it asks for durability, its bio was cut off a larger
     * one, or a bio that lies beside it was too large for it (req_set_nomerge).
     */
    public boolean isNoMerge() {
        return noMerge || isFlush();
    }

    /** Returns whether nothing is merged with it although it asks for no durability (REQ_NOMERGE). */
    boolean isCut() {
        return noMerge;
    }
}
