package org.mqemu.blkmq.elevator.bfq;

import java.util.TreeMap;

/** The weights of the queues that have requests, waiting or in flight, and are not raised (queue_weights_tree). */
final class BfqWeights {
    private final TreeMap<Integer, Integer> queues = new TreeMap<>();

    void add(BfqQueue queue) {
        if (queue.countedWeight == 0) {
            queue.countedWeight = queue.entity.weight;
            queues.merge(queue.countedWeight, 1, Integer::sum);
        }
    }

    void remove(BfqQueue queue) {
        if (queue.countedWeight != 0) {
            queues.merge(queue.countedWeight, -1, (count, less) -> count + less == 0 ? null : count + less);
            queue.countedWeight = 0;
        }
    }

    /** Returns whether there are several weights, and that of a queue is not the least of them. */
    boolean varyFor(BfqQueue queue) {
        return queues.size() > 1 && queue.countedWeight != queues.firstKey();
    }
}
