package org.mqemu.blkmq.elevator;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Waiting requests in the order of their first sectors; those that begin at the same sector stand in the order in which
 * they came.
 *
 * <p>Source: elv_rb_add, elv_rb_find, elv_rb_former_request and elv_rb_latter_request of block/elevator.c. Of several
 * requests that begin at a sector the kernel finds the one that stands highest in its red-black tree, this the oldest.
 */
final class SortedRequests {
    private final TreeMap<Position, Waiting> byPosition = new TreeMap<>();
    private long added;

    /** Adds a request at the sector where it begins now. */
    void add(Waiting waiting) {
        Position position = new Position(waiting.request().sector(), added);
        added++;
        waiting.standsAt(position);
        byPosition.put(position, waiting);
    }

    /** Removes a request, from wherever it began when it was added. */
    void remove(Waiting waiting) {
        byPosition.remove(waiting.position());
    }

    /** Returns the one in front of a request that is here, or null. */
    @Nullable Waiting before(Waiting waiting) {
        return valueOf(byPosition.lowerEntry(waiting.position()));
    }

    /** Returns the one behind a request that is here, or null. */
    @Nullable Waiting after(Waiting waiting) {
        return valueOf(byPosition.higherEntry(waiting.position()));
    }

    /** Returns a request that begins at a sector, or null. */
    @Nullable Waiting startingAt(long sector) {
        Waiting found = valueOf(byPosition.ceilingEntry(new Position(sector, 0)));
        return found != null && found.position().sector == sector ? found : null;
    }

    /** Returns how many there are. */
    int size() {
        return byPosition.size();
    }

    private static @Nullable Waiting valueOf(Map.@Nullable Entry<Position, Waiting> entry) {
        return entry == null ? null : entry.getValue();
    }

    /** Where a request stands. */
    record Position(long sector, long order) implements Comparable<Position> {
        @Override
        public int compareTo(Position other) {
            int bySector = Long.compare(sector, other.sector);
            return bySector != 0 ? bySector : Long.compare(order, other.order);
        }
    }
}
