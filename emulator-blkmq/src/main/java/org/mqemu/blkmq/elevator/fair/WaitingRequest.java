package org.mqemu.blkmq.elevator.fair;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/** What a scheduler keeps for a request: its places in its queue, while it waits there. */
public abstract class WaitingRequest {
    private final Request request;
    private @Nullable Place bySector;
    private @Nullable Place byAge;

    /**
     * Creates the data of a request that waits nowhere.
     *
     * @param request the request
     */
    protected WaitingRequest(Request request) {
        this.request = request;
    }

    /** Returns the request. */
    public final Request request() {
        return request;
    }

    /** Returns whether it waits in a queue. */
    public final boolean waits() {
        return bySector != null;
    }

    Place bySector() {
        return waiting(bySector);
    }

    Place byAge() {
        return waiting(byAge);
    }

    private static Place waiting(@Nullable Place place) {
        if (place == null) {
            throw new IllegalStateException("the request does not wait here");
        }
        return place;
    }

    void bySector(@Nullable Place place) {
        bySector = place;
    }

    void byAge(@Nullable Place place) {
        byAge = place;
    }

    /**
     * A place in an ordered set: first by a number, then by the order of arrival.
     *
     * @param at the number
     * @param order the order of arrival
     */
    record Place(long at, long order) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byNumber = Long.compare(at, other.at);
            return byNumber != 0 ? byNumber : Long.compare(order, other.order);
        }
    }
}
