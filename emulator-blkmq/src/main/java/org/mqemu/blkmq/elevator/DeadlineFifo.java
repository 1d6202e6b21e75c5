package org.mqemu.blkmq.elevator;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Waiting requests in the order in which they came (fifo_list). */
final class DeadlineFifo {
    private final TreeMap<Long, Waiting> byPlace = new TreeMap<>();
    private long added;

    void add(Waiting waiting) {
        waiting.fifoPlace(added);
        byPlace.put(added, waiting);
        added++;
    }

    void remove(Waiting waiting) {
        byPlace.remove(waiting.fifoPlace());
    }

    /** Removes a request and puts another one, which is here too, into its place. */
    void replace(Waiting gone, Waiting heir) {
        byPlace.remove(heir.fifoPlace());
        heir.fifoPlace(gone.fifoPlace());
        byPlace.put(heir.fifoPlace(), heir);
    }

    /** Returns the oldest, or null. */
    @Nullable Waiting first() {
        Map.Entry<Long, Waiting> first = byPlace.firstEntry();
        return first == null ? null : first.getValue();
    }
}
