package org.mqemu.blkmq.elevator.cfq;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.Positions;

/**
 * The busy queues: in which tree each stands, when its turn is, and where its next request lies.
 *
 * <p>A queue is busy from its first request until its service ends with none left.
 */
final class CfqRoundRobin {
    /** How far behind the last one of their class IDLE queues are put (CFQ_IDLE_DELAY). */
    private static final long IDLE_DELAY_NS = 200_000_000;

    /** How far in front of the first one a queue is put that is to be next. */
    private static final long FRONT_NS = 1_000_000_000;

    private static final int LEVELS = 8;

    private final CfqTrees trees;
    private final CfqSlices slices;
    private final List<Positions<CfqQueue>> positions =
            Stream.generate(Positions<CfqQueue>::new).limit(LEVELS).toList();
    private int busy;
    private int busySync;
    private int inTrees;

    CfqRoundRobin(CfqTrees trees, CfqSlices slices) {
        this.trees = trees;
        this.slices = slices;
    }

    /** Returns the number of busy queues. */
    int busy() {
        return busy;
    }

    int busySync() {
        return busySync;
    }

    /** Returns a queue of the same level whose next request is near a sector, or null. */
    @Nullable CfqQueue near(CfqQueue queue, long sector) {
        return positions.get(queue.level).near(sector);
    }

    /** Makes a queue busy (cfq_add_cfqq_rr). */
    void add(CfqQueue queue, long nowNs) {
        queue.onRr = true;
        busy++;
        if (queue.sync) {
            busySync++;
        }
        resort(queue, nowNs);
    }

    /** A queue is busy no longer (cfq_del_cfqq_rr). */
    void remove(CfqQueue queue) {
        queue.onRr = false;
        leaveTree(queue);
        leavePosition(queue);
        inTrees--;
        busy--;
        if (queue.sync) {
            busySync--;
        }
    }

    /** Gives a busy queue its next turn (cfq_resort_rr_list). */
    void resort(CfqQueue queue, long nowNs) {
        if (queue.onRr) {
            CfqServiceTree tree = trees.of(queue);
            enter(queue, tree, turnNs(queue, tree, nowNs));
            reposition(queue);
        }
    }

    /** Puts a busy queue in front of all others of its tree. */
    void toFront(CfqQueue queue, long nowNs) {
        CfqServiceTree tree = trees.of(queue);
        CfqQueue first = tree.first();
        enter(queue, tree, (first == null ? nowNs : first.place.keyNs()) - FRONT_NS);
    }

    private long turnNs(CfqQueue queue, CfqServiceTree tree, long nowNs) {
        if (queue.isIdleClass()) {
            CfqQueue last = tree.last();
            return IDLE_DELAY_NS + (last == null || last == queue ? nowNs : last.place.keyNs());
        }
        long turnNs = slices.offsetNs(queue, inTrees) + nowNs - queue.sliceResidNs;
        queue.sliceResidNs = 0;
        return turnNs;
    }

    private void enter(CfqQueue queue, CfqServiceTree tree, long keyNs) {
        if (queue.tree == null) {
            inTrees++;
        } else if (queue.tree == tree && queue.place.keyNs() == keyNs) {
            return;
        }
        leaveTree(queue);
        tree.insert(queue, keyNs);
    }

    private static void leaveTree(CfqQueue queue) {
        CfqServiceTree tree = queue.tree;
        if (tree != null) {
            tree.remove(queue);
        }
    }

    /** Notes where a queue's next request lies now (cfq_prio_tree_add). */
    void reposition(CfqQueue queue) {
        leavePosition(queue);
        CfqRequest next = queue.next;
        if (!queue.isIdleClass() && next != null) {
            positions.get(queue.level).add(queue, next.request().sector());
        }
    }

    /** A queue has no request any more that could be near to another one's. */
    void leavePosition(CfqQueue queue) {
        for (Positions<CfqQueue> level : positions) {
            level.remove(queue);
        }
    }
}
