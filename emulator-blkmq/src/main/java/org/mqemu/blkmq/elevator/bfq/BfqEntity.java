package org.mqemu.blkmq.elevator.bfq;

/**
 * What B-WF2Q+ schedules: a queue's timestamps, budget and weight (struct bfq_entity).
 *
 * <p>Virtual times count sectors, shifted left by 22 bits, divided by a weight.
 */
final class BfqEntity {
    private static final int SERVICE_SHIFT = 22;
    private static final int LEVELS = 8;
    private static final int WEIGHT_PER_LEVEL = 10;

    /** In which tree it is. */
    enum On {
        NONE,
        ACTIVE,
        IDLE
    }

    /** The virtual times at which its service starts and at which its budget is used up. */
    long start;

    long finish;
    /** The sectors that it may use when it is served next, or is using now. */
    long budget;
    /** The sectors that it has used of them. */
    long service;
    /** Its weight now: the one of its level, raised or not. */
    int weight;
    /** The weight of its level. */
    int origWeight;
    /** The weight of its level from its next activation on. */
    int newWeight;
    /** Whether its weight or class is to be taken over. */
    boolean prioChanged = true;
    /** Whether its weight counts in its tree: it waits, is being served, or has been lately. */
    boolean counted;

    On on = On.NONE;
    /** Where it is in its tree. */
    BfqServiceTree.Place place = BfqServiceTree.Place.NOWHERE;

    BfqEntity(int level) {
        newWeight = weightOf(level);
        origWeight = newWeight;
        weight = newWeight;
    }

    /** Returns the weight of a level (bfq_ioprio_to_weight). */
    static int weightOf(int level) {
        return (LEVELS - level) * WEIGHT_PER_LEVEL;
    }

    /** Returns how far virtual time goes on for a service (bfq_delta). */
    static long delta(long sectors, long weight) {
        return (sectors << SERVICE_SHIFT) / weight;
    }

    void finishAfter(long sectors) {
        finish = start + delta(sectors, weight);
    }

    long budgetLeft() {
        return budget - service;
    }
}
