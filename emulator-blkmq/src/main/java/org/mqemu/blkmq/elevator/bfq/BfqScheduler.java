package org.mqemu.blkmq.elevator.bfq;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority.IoClass;

/**
 * B-WF2Q+: which queue is served next, so that each gets sectors in proportion to its weight.
 *
 * <p>Source: block/bfq-wf2q.c of 6.1, for the one group that there is without cgroups. A queue that is being served is in
 * no tree.
 */
final class BfqScheduler {
    private static final List<IoClass> CLASSES = List.of(IoClass.RT, IoClass.BE, IoClass.IDLE);
    /** The IDLE class is served at least that often, if it has requests (BFQ_CL_IDLE_TIMEOUT). */
    private static final long IDLE_CLASS_NS = 200 * BfqTime.MS_NS;

    private final Map<IoClass, BfqServiceTree> trees = new EnumMap<>(IoClass.class);
    private final List<BfqQueue> active = new ArrayList<>();
    private final BfqWeights weights;
    private @Nullable BfqQueue next;
    private @Nullable BfqQueue inService;
    private long idleClassServedNs;

    BfqScheduler(BfqWeights weights) {
        this.weights = weights;
        CLASSES.forEach(ioClass -> trees.put(ioClass, new BfqServiceTree()));
    }

    private BfqServiceTree tree(BfqQueue queue) {
        return tree(queue.ioClass);
    }

    private BfqServiceTree tree(IoClass ioClass) {
        BfqServiceTree tree = trees.get(ioClass);
        if (tree == null) {
            throw new IllegalStateException("no class of its own: " + ioClass);
        }
        return tree;
    }

    /** Returns the queues that wait to be served, the one last put there at the end. */
    List<BfqQueue> active() {
        return active;
    }

    /** Returns whether a queue other than the one being served would be next. */
    boolean mayPreempt() {
        return next != inService;
    }

    /** Takes out the queue to be served now, or returns null if none waits (bfq_get_next_queue). */
    @Nullable BfqQueue takeNext(long nowNs) {
        BfqQueue queue = next;
        inService = queue;
        if (queue != null) {
            extractActive(queue);
            updateNext(null, false, nowNs);
        }
        return queue;
    }

    /** No queue is being served any longer. */
    void endService() {
        inService = null;
    }

    /** A queue waits to be served, from now on or again (bfq_activate_requeue_entity). */
    void activate(BfqQueue queue, boolean cameBackSoon, boolean expiration, long nowNs) {
        BfqEntity entity = queue.entity;
        if (queue == inService) {
            entity.finishAfter(entity.service);
            entity.start = entity.finish;
            enqueue(queue, false);
        } else if (entity.on == BfqEntity.On.ACTIVE) {
            extractActive(queue);
            enqueue(queue, false);
        } else {
            enqueue(queue, awaken(queue, cameBackSoon));
        }
        updateNext(queue, expiration, nowNs);
    }

    /** Gives an idle queue its start time: not before its last budget was used up. Returns whether it is shifted back. */
    private boolean awaken(BfqQueue queue, boolean cameBackSoon) {
        BfqEntity entity = queue.entity;
        BfqServiceTree tree = tree(queue);
        boolean shiftedBack = cameBackSoon && tree.vtime > entity.finish;
        long earliest = shiftedBack ? entity.finish : tree.vtime;
        if (entity.on == BfqEntity.On.IDLE) {
            tree.extract(queue);
            entity.start = Math.max(earliest, entity.finish);
        } else {
            entity.start = earliest;
            tree.weightSum += entity.weight;
            entity.counted = true;
        }
        return shiftedBack;
    }

    /** Puts a queue among those that wait (bfq_update_fin_time_enqueue). */
    private void enqueue(BfqQueue queue, boolean shiftedBack) {
        updateWeight(queue, true);
        BfqEntity entity = queue.entity;
        BfqServiceTree tree = tree(queue);
        entity.finishAfter(entity.budget);
        if (shiftedBack && tree.vtime > entity.finish) {
            long delta = (tree.vtime - entity.finish) / queue.raise.coefficient;
            entity.start += delta;
            entity.finish += delta;
        }
        tree.insertActive(queue);
        active.add(queue);
    }

    private void extractActive(BfqQueue queue) {
        tree(queue).extract(queue);
        active.remove(queue);
    }

    /** Takes over a new weight, and class if wanted (__bfq_entity_update_weight_prio); its weight must count. */
    void updateWeight(BfqQueue queue, boolean classToo) {
        BfqEntity entity = queue.entity;
        if (!entity.prioChanged) {
            return;
        }
        BfqServiceTree before = tree(queue);
        before.weightSum -= entity.weight;
        entity.origWeight = entity.newWeight;
        if (classToo) {
            queue.ioClass = queue.newIoClass;
        }
        entity.prioChanged = queue.ioClass != queue.newIoClass;
        int weight = entity.origWeight * queue.raise.coefficient;
        if (weight != entity.weight) {
            weights.remove(queue);
            entity.weight = weight;
            if (!queue.raise.isRaised()) {
                weights.add(queue);
            }
        }
        BfqServiceTree after = tree(queue);
        after.weightSum += entity.weight;
        if (after != before) {
            entity.start = after.vtime;
        }
    }

    /** A queue waits no longer (bfq_deactivate_entity). */
    void deactivate(BfqQueue queue, boolean expiration, long nowNs) {
        BfqEntity entity = queue.entity;
        if (!entity.counted) {
            return;
        }
        BfqServiceTree tree = tree(queue);
        entity.finishAfter(entity.service);
        if (queue == inService) {
            inService = null;
        } else {
            entity.service = 0;
        }
        if (entity.on == BfqEntity.On.ACTIVE) {
            extractActive(queue);
        } else if (entity.on == BfqEntity.On.IDLE) {
            tree.extract(queue);
        }
        if (entity.finish <= tree.vtime) {
            tree.forget(queue);
        } else {
            tree.insertIdle(queue);
        }
        if (next == queue) {
            updateNext(null, expiration, nowNs);
        }
    }

    /** A queue has used sectors: virtual time goes on (bfq_bfqq_served). */
    void served(BfqQueue queue, long sectors) {
        BfqServiceTree tree = tree(queue);
        queue.entity.service += sectors;
        tree.vtime += BfqEntity.delta(sectors, tree.weightSum);
        tree.forgetIdle();
    }

    /** Finds out who is next after a change (bfq_update_next_in_service). */
    private void updateNext(@Nullable BfqQueue changed, boolean expiration, long nowNs) {
        BfqQueue before = next;
        if (changed != null && changed != before) {
            boolean comesFirst = before == null
                    || (changed.ioClass == before.ioClass
                            && changed.entity.start <= tree(changed).vtime
                            && changed.entity.finish < before.entity.finish);
            if (comesFirst) {
                next = changed;
                return;
            }
        }
        next = lookUp(expiration, nowNs);
    }

    private @Nullable BfqQueue lookUp(boolean expiration, long nowNs) {
        boolean idleClassFirst = false;
        if (idleClassServedNs + IDLE_CLASS_NS < nowNs) {
            idleClassFirst = tree(IoClass.IDLE).hasActive();
            idleClassServedNs = nowNs;
        }
        boolean someoneIsServed = inService != null && !expiration;
        for (IoClass ioClass : CLASSES) {
            BfqServiceTree tree = tree(ioClass);
            if (tree.hasActive() && (!idleClassFirst || ioClass == IoClass.IDLE)) {
                long eligibleTime = tree.eligibleTime();
                if (!someoneIsServed) {
                    tree.advance(eligibleTime);
                }
                return tree.firstEligible(eligibleTime);
            }
        }
        return null;
    }
}
