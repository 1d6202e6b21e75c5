package org.mqemu.blkmq.block;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests with PREFLUSH or FUA through their steps: a flush before, the data, a flush after (blk_flush_queue).
 *
 * <p>Flushes are shared. One is in flight at a time; whoever needs one meanwhile waits for the next one, together with
 * all others (double buffering). While data of a sequence is in flight, the next flush is put off, so that requests
 * that shared the flush before share the flush after too, but not when somebody has waited for 5 s. That limit is only
 * looked at when something happens here; no timer is set for it. A step that fails ends its request.
 *
 * <p>A plain model that knows no lock and no CPU time: whoever calls it holds the queue_lock (legacy) or mq_flush_lock,
 * and does what {@link #next()} says after each call. Source: block/blk-flush.c of 3.15 and 6.1, which agree but for
 * where the requests go and how flushes are counted.
 */
public final class FlushQueue {
    /** How long a flush may be put off for data in flight, in nanoseconds (FLUSH_PENDING_TIMEOUT). */
    public static final long PENDING_TIMEOUT_NS = 5_000_000_000L;

    private final Request flush;
    private ArrayDeque<Request> pending = new ArrayDeque<>();
    private ArrayDeque<Request> running = new ArrayDeque<>();
    private final ArrayDeque<Todo> todo = new ArrayDeque<>();
    private boolean inFlight;
    private int dataInFlight;
    private long pendingSinceNs;

    /**
     * Creates an empty flush queue.
     *
     * @param queue the queue that its flush requests belong to
     */
    public FlushQueue(BlockQueue queue) {
        this(queue, 0);
    }

    /**
     * Creates an empty flush queue of a hardware queue.
     *
     * @param queue the queue that its flush requests belong to
     * @param hctx the hardware queue's number
     */
    public FlushQueue(BlockQueue queue, int hctx) {
        this.flush = new Request(queue, hctx, -1, -1);
    }

    /**
     * Takes a request that asks for durability (blk_insert_flush).
     *
     * @param request the request; its flags are what the driver shall see afterwards
     * @param cache what the device has
     * @param cpu the CPU that inserts it
     * @param nowNs the emulated time
     */
    public void insert(Request request, WriteCache cache, int cpu, long nowNs) {
        FlushSequence sequence = FlushSequence.of(request, cache);
        request.flushesByItself(cache.fua());
        if (sequence.step() == FlushSequence.Step.DATA && !sequence.flushes()) {
            todo.add(new Todo(Kind.PASS, request));
            return;
        }
        request.sequence(sequence);
        proceed(request, cpu, nowNs);
    }

    /**
     * Takes a request that the device has answered, if it belongs here: a flush, or data of a sequence. Its end is
     * traced (event C).
     *
     * @param request a completed request
     * @param cpu the CPU that ends it
     * @param nowNs the emulated time
     * @return whether it belongs here; if so its bios have not ended, and the caller does not free it
     */
    public boolean answered(Request request, int cpu, long nowNs) {
        FlushSequence sequence = request.sequence();
        if (sequence == null) {
            return false;
        }
        request.ending(cpu, nowNs);
        if (request == flush) {
            flushed(request.blockStatus(), cpu, nowNs);
            return true;
        }
        dataInFlight--;
        over(request, sequence, request.blockStatus());
        proceed(request, cpu, nowNs);
        return true;
    }

    /** The flush is over: everybody who waited for it goes on (flush_end_io). */
    private void flushed(BlockStatus status, int cpu, long nowNs) {
        flush.flushOver();
        inFlight = false;
        ArrayDeque<Request> served = running;
        running = new ArrayDeque<>();
        for (Request request : served) {
            FlushSequence sequence = request.sequence();
            if (sequence == null) {
                throw new IllegalStateException("a request that needs no flush waited for one");
            }
            over(request, sequence, status);
            proceed(request, cpu, nowNs);
        }
    }

    private static void over(Request request, FlushSequence sequence, BlockStatus status) {
        if (status == BlockStatus.OK) {
            sequence.next();
        } else {
            sequence.giveUp();
            request.sequenceFailed(status);
        }
    }

    /** Begins the step that a request has come to (blk_flush_complete_seq). */
    private void proceed(Request request, int cpu, long nowNs) {
        FlushSequence sequence = request.sequence();
        FlushSequence.Step step = sequence == null ? FlushSequence.Step.DONE : sequence.step();
        switch (step) {
            case PREFLUSH, POSTFLUSH -> {
                if (pending.isEmpty()) {
                    pendingSinceNs = nowNs;
                }
                pending.add(request);
            }
            case DATA -> {
                dataInFlight++;
                todo.add(new Todo(Kind.DATA, request));
            }
            case DONE -> {
                request.sequenceOver(cpu, nowNs);
                todo.add(new Todo(Kind.END, request));
            }
        }
        kick(nowNs);
    }

    /** Issues a flush if it is time for one (blk_kick_flush). */
    private void kick(long nowNs) {
        Request first = pending.peek();
        if (inFlight || first == null || (dataInFlight > 0 && nowNs < pendingSinceNs + PENDING_TIMEOUT_NS)) {
            return;
        }
        inFlight = true;
        ArrayDeque<Request> empty = running;
        running = pending;
        pending = empty;
        flush.initFlush(first, nowNs);
        todo.add(new Todo(Kind.FLUSH, flush));
    }

    /** Returns what is to be done next after a call, in order, or null. */
    public @Nullable Todo next() {
        return todo.poll();
    }

    /** Returns the request that flushes, be it in use or not. */
    public Request flushRequest() {
        return flush;
    }

    /** Returns whether a flush is in flight. */
    public boolean inFlight() {
        return inFlight;
    }

    /** Returns the number of requests that wait for a flush, the one in flight or the next one. */
    public int waiting() {
        return pending.size() + running.size();
    }

    /** What the caller is to do with a request. */
    public enum Kind {
        /** Dispatch the data of a sequence, ahead of everything that waits. */
        DATA,
        /** Dispatch data that needs no flush, behind what waits for the driver, past the elevator. */
        PASS,
        /** Dispatch the flush, behind what waits for the driver. */
        FLUSH,
        /** End the bio of a request whose sequence is over, and free it. */
        END
    }

    /**
     * Something to be done.
     *
     * @param kind what
     * @param request with which request
     */
    public record Todo(Kind kind, Request request) {}
}
