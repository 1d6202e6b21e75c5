package org.mqemu.blkmq.elevator.fair;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Queues by the sector of their next request, to find one that works near a place.
 *
 * <p>Source: prio_trees of block/cfq-iosched.c (3.15 to 4.5), rq_pos_tree of block/bfq-iosched.c (6.1). Of queues at the
 * same sector only the first is kept, as in the kernel. The kernel looks at the two neighbours of a sector in an order
 * that its tree's shape decides; here the nearer one comes first.
 *
 * @param <Q> a scheduler's queue
 */
public final class Positions<Q> {
    /** Not farther than so many sectors is near (CFQQ_CLOSE_THR, BFQQ_CLOSE_THR). */
    public static final long CLOSE_SECTORS = 8 * 1024;

    private final TreeMap<Long, Q> bySector = new TreeMap<>();
    private final Map<Q, Long> sectors = new HashMap<>();

    /** Creates an empty set. */
    public Positions() {}

    /** Adds a queue, unless another one is at the same sector. */
    public void add(Q queue, long sector) {
        if (bySector.putIfAbsent(sector, queue) == null) {
            sectors.put(queue, sector);
        }
    }

    /** Removes a queue, if it is here. */
    public void remove(Q queue) {
        Long sector = sectors.remove(queue);
        if (sector != null) {
            bySector.remove(sector);
        }
    }

    /** Returns a queue whose next request is near a sector, or null. */
    public @Nullable Q near(long sector) {
        Long below = bySector.floorKey(sector);
        Long above = bySector.ceilingKey(sector);
        Long nearer = below == null || (above != null && above - sector < sector - below) ? above : below;
        return nearer != null && Math.abs(nearer - sector) <= CLOSE_SECTORS ? bySector.get(nearer) : null;
    }
}
