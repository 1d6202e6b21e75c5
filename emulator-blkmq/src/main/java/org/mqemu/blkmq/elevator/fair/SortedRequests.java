package org.mqemu.blkmq.elevator.fair;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.WaitingRequest.Place;

/**
 * The requests that wait for one process: sorted by sector (sort_list, the elv_rb tree) and by age (fifo).
 *
 * <p>Source: block/elevator.c (elv_rb_add, elv_rb_find and others) of 3.15 and 6.1. Of two with the same first sector
 * the one that came first stands first.
 *
 * @param <W> what the scheduler keeps for a request
 */
public final class SortedRequests<W extends WaitingRequest> {
    private final TreeMap<Place, W> sectors = new TreeMap<>();
    private final TreeMap<Place, W> ages = new TreeMap<>();
    private long arrivals;

    /** Creates an empty queue. */
    public SortedRequests() {}

    /**
     * Adds a request.
     *
     * @param waiting the request
     * @param expiresNs when it has waited too long (fifo_time)
     */
    public void add(W waiting, long expiresNs) {
        Place age = new Place(expiresNs, arrivals++);
        waiting.byAge(age);
        ages.put(age, waiting);
        sort(waiting);
    }

    private void sort(W waiting) {
        Place place = new Place(waiting.request().sector(), arrivals++);
        waiting.bySector(place);
        sectors.put(place, waiting);
    }

    /** Removes a request that waits here. */
    public void remove(W waiting) {
        sectors.remove(waiting.bySector());
        ages.remove(waiting.byAge());
        waiting.bySector(null);
        waiting.byAge(null);
    }

    /** Sorts a request anew whose first sector has changed. */
    public void reposition(W waiting) {
        sectors.remove(waiting.bySector());
        sort(waiting);
    }

    /** Gives a request the age of another one that goes away, if that is the older one. */
    public void inheritAge(W kept, W gone) {
        if (gone.byAge().at() >= kept.byAge().at()) {
            return;
        }
        Place younger = kept.byAge();
        Place older = gone.byAge();
        ages.put(older, kept);
        ages.put(younger, gone);
        kept.byAge(older);
        gone.byAge(younger);
    }

    /** Returns whether nothing waits. */
    public boolean isEmpty() {
        return sectors.isEmpty();
    }

    /** Returns the number of requests. */
    public int size() {
        return sectors.size();
    }

    /** Returns the request behind another one, or null. */
    public @Nullable W after(W waiting) {
        return value(sectors.higherEntry(waiting.bySector()));
    }

    /** Returns the request in front of another one, or null. */
    public @Nullable W before(W waiting) {
        return value(sectors.lowerEntry(waiting.bySector()));
    }

    /** Returns the request of the lowest sector, or null. */
    public @Nullable W first() {
        return value(sectors.firstEntry());
    }

    /** Returns the request that has waited longest, or null. */
    public @Nullable W oldest() {
        return value(ages.firstEntry());
    }

    /** Returns whether a request has waited too long. */
    public boolean isExpired(W waiting, long nowNs) {
        return nowNs >= waiting.byAge().at();
    }

    /** Returns a request that starts at a sector, or null (elv_rb_find). */
    public @Nullable W startingAt(long sector) {
        Map.Entry<Place, W> entry = sectors.ceilingEntry(new Place(sector, Long.MIN_VALUE));
        return entry == null || entry.getKey().at() != sector ? null : entry.getValue();
    }

    private static <W> @Nullable W value(Map.@Nullable Entry<Place, W> entry) {
        return entry == null ? null : entry.getValue();
    }
}
