package org.mqemu.blkmq.elevator.cfq;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.ThinkTime;

/** The queues of a class and type that have requests, in the order of their turns (struct cfq_rb_root). */
final class CfqServiceTree {
    private final TreeMap<Place, CfqQueue> queues = new TreeMap<>();
    private long inserted;

    /** How long it takes from the end of a request of this tree to the next one. */
    final ThinkTime thinkTime = new ThinkTime(0);

    /**
     * A place in a tree.
     *
     * @param keyNs when its turn is due, in nanoseconds (rb_key)
     * @param order the order of insertion
     */
    record Place(long keyNs, long order) implements Comparable<Place> {
        static final Place NOWHERE = new Place(0, -1);

        @Override
        public int compareTo(Place other) {
            int byKey = Long.compare(keyNs, other.keyNs);
            return byKey != 0 ? byKey : Long.compare(order, other.order);
        }
    }

    /** Puts a queue behind those of the same key; it must be in no tree. */
    void insert(CfqQueue queue, long keyNs) {
        queue.place = new Place(keyNs, inserted++);
        queue.tree = this;
        queues.put(queue.place, queue);
    }

    void remove(CfqQueue queue) {
        queues.remove(queue.place);
        queue.tree = null;
    }

    int count() {
        return queues.size();
    }

    @Nullable CfqQueue first() {
        Map.Entry<Place, CfqQueue> entry = queues.firstEntry();
        return entry == null ? null : entry.getValue();
    }

    @Nullable CfqQueue last() {
        Map.Entry<Place, CfqQueue> entry = queues.lastEntry();
        return entry == null ? null : entry.getValue();
    }
}
