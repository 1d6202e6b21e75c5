package org.mqemu.blkmq.mq;

/** The two shapes of blk-mq's code. */
public enum MqGeneration {
    /**
     * Linux 3.13 to 4.11: a request is allocated before a bio is merged into a software queue, and a run of a hardware
     * queue takes all that its software queues have.
     */
    EARLY,
    /** Linux 4.12 and later: elevators, merging before a request is allocated, budgets taken before a request. */
    MODERN
}
