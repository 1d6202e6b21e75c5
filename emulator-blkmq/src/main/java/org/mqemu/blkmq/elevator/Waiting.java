package org.mqemu.blkmq.elevator;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * A request in a deadline scheduler (what the kernel keeps in rb_node, queuelist, fifo_time and elv.priv of struct
 * request): when it came, when it expires, and its places in the orders that it stands in.
 */
final class Waiting {
    private final Request request;
    private final DeadlineQueue queue;
    private @Nullable DeadlineList list;
    private SortedRequests.Position position = new SortedRequests.Position(0, 0);
    private long fifoPlace;
    private long startNs;
    private long expiresNs;
    private boolean dispatched;

    Waiting(Request request, DeadlineQueue queue) {
        this.request = request;
        this.queue = queue;
    }

    /** Returns what is kept for a request that was inserted into a deadline scheduler, or null. */
    static @Nullable Waiting of(Request request) {
        return request.elevatorData() instanceof Waiting waiting ? waiting : null;
    }

    Request request() {
        return request;
    }

    /** Returns the queue that counts it. */
    DeadlineQueue queue() {
        return queue;
    }

    // ---- where it stands ----

    /** Returns the list that it waits in, or null if it waits in none. */
    @Nullable DeadlineList list() {
        return list;
    }

    void waitsIn(@Nullable DeadlineList newList) {
        list = newList;
    }

    SortedRequests.Position position() {
        return position;
    }

    void standsAt(SortedRequests.Position newPosition) {
        position = newPosition;
    }

    /** Returns whether it begins elsewhere than where it stands, because something was merged in front of it. */
    boolean isMisplaced() {
        return position.sector() != request.sector();
    }

    long fifoPlace() {
        return fifoPlace;
    }

    void fifoPlace(long newPlace) {
        fifoPlace = newPlace;
    }

    // ---- its times ----

    void comes(long newStartNs, long newExpiresNs) {
        startNs = newStartNs;
        expiresNs = newExpiresNs;
    }

    /** Returns when it was inserted, as ageing sees it. */
    long startNs() {
        return startNs;
    }

    /** Returns when it expires (fifo_time). */
    long expiresNs() {
        return expiresNs;
    }

    /** Takes over the times of another one. */
    void inherits(Waiting other) {
        comes(other.startNs, other.expiresNs);
    }

    // ---- its life ----

    /** Returns whether it was dispatched before: what comes back merges no more (RQF_STARTED). */
    boolean wasDispatched() {
        return dispatched;
    }

    void dispatched() {
        dispatched = true;
    }
}
