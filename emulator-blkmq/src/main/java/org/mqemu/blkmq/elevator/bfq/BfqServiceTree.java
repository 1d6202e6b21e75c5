package org.mqemu.blkmq.elevator.bfq;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a class, by the virtual time at which their budgets are used up (struct bfq_service_tree).
 *
 * <p>Queues that have just become idle stay in a tree of their own until virtual time has passed them, so that who comes
 * back soon has gained nothing.
 */
final class BfqServiceTree {
    private final TreeMap<Place, BfqQueue> active = new TreeMap<>();
    private final TreeMap<Place, BfqQueue> idle = new TreeMap<>();
    private long inserted;

    /** Virtual time. */
    long vtime;
    /** The sum of the weights that count. */
    long weightSum;

    /**
     * A place in a tree.
     *
     * @param finish the virtual time at which the budget is used up
     * @param order the order of insertion
     */
    record Place(long finish, long order) implements Comparable<Place> {
        static final Place NOWHERE = new Place(0, -1);

        @Override
        public int compareTo(Place other) {
            int byFinish = Long.compare(finish, other.finish);
            return byFinish != 0 ? byFinish : Long.compare(order, other.order);
        }
    }

    boolean hasActive() {
        return !active.isEmpty();
    }

    void insertActive(BfqQueue queue) {
        put(active, queue);
        queue.entity.on = BfqEntity.On.ACTIVE;
    }

    void insertIdle(BfqQueue queue) {
        put(idle, queue);
        queue.entity.on = BfqEntity.On.IDLE;
    }

    private void put(TreeMap<Place, BfqQueue> tree, BfqQueue queue) {
        queue.entity.place = new Place(queue.entity.finish, inserted++);
        tree.put(queue.entity.place, queue);
    }

    void extract(BfqQueue queue) {
        (queue.entity.on == BfqEntity.On.ACTIVE ? active : idle).remove(queue.entity.place);
        queue.entity.on = BfqEntity.On.NONE;
    }

    /** A queue's weight counts no longer (bfq_forget_entity). */
    void forget(BfqQueue queue) {
        queue.entity.counted = false;
        weightSum -= queue.entity.weight;
    }

    /**
     * Forgets an idle queue that virtual time has passed, if there is one (bfq_forget_idle). With nobody active, virtual
     * time goes back to the last idle one's, as in the kernel.
     */
    void forgetIdle() {
        Map.Entry<Place, BfqQueue> last = idle.lastEntry();
        if (active.isEmpty() && last != null && last.getKey().finish() <= vtime) {
            vtime = last.getKey().finish();
        }
        Map.Entry<Place, BfqQueue> first = idle.firstEntry();
        if (first != null && first.getKey().finish() <= vtime) {
            extract(first.getValue());
            forget(first.getValue());
        }
    }

    /** Returns virtual time, or if nobody is eligible then, when somebody is; there must be an active queue. */
    long eligibleTime() {
        long least = Long.MAX_VALUE;
        for (BfqQueue queue : active.values()) {
            least = Math.min(least, queue.entity.start);
        }
        return Math.max(vtime, least);
    }

    void advance(long to) {
        if (to > vtime) {
            vtime = to;
            forgetIdle();
        }
    }

    /** Returns the queue that finishes first of those that are eligible at a time, or null. */
    @Nullable BfqQueue firstEligible(long at) {
        for (BfqQueue queue : active.values()) {
            if (queue.entity.start <= at) {
                return queue;
            }
        }
        return null;
    }
}
