package org.mqemu.blkmq.block;

/**
 * Which steps a request with PREFLUSH or FUA still has to go through (rq->flush.seq).
 *
 * <p>Source: block/blk-flush.c of 3.15 and 6.1, blk_flush_policy and blk_flush_cur_seq.
 */
final class FlushSequence {
    /** Of the flush itself, which goes through no steps. */
    static final FlushSequence NONE = new FlushSequence(false, false, false);

    private boolean preflush;
    private boolean data;
    private boolean postflush;

    private FlushSequence(boolean preflush, boolean data, boolean postflush) {
        this.preflush = preflush;
        this.data = data;
        this.postflush = postflush;
    }

    /** Returns the steps that a request needs on a device. */
    static FlushSequence of(Request request, WriteCache cache) {
        return new FlushSequence(
                cache.volatileCache() && request.isPreflush(),
                request.sectors() > 0,
                cache.volatileCache() && !cache.fua() && request.isFua());
    }

    /** Returns whether it needs a flush at all. */
    boolean flushes() {
        return preflush || postflush;
    }

    /** Returns the step that it is in, or waits for. */
    Step step() {
        if (preflush) {
            return Step.PREFLUSH;
        } else if (data) {
            return Step.DATA;
        }
        return postflush ? Step.POSTFLUSH : Step.DONE;
    }

    /** The current step is over. */
    void next() {
        switch (step()) {
            case PREFLUSH -> preflush = false;
            case DATA -> data = false;
            case POSTFLUSH -> postflush = false;
            case DONE -> throw new IllegalStateException("the sequence is over");
        }
    }

    /** A failed step ends the sequence. */
    void giveUp() {
        preflush = false;
        data = false;
        postflush = false;
    }

    /** The steps, in order. */
    enum Step {
        /** Waits for a flush of what was written before. */
        PREFLUSH,
        /** Writes. */
        DATA,
        /** Waits for a flush of its own data. */
        POSTFLUSH,
        /** Nothing is left. */
        DONE
    }
}
