package org.mqemu.runner.scenario;

/** The elevators that are emulated. */
public enum Scheduler {
    /** Whichever the kernel gives a device of that kind. */
    DEFAULT,
    /** legacy: first come, first served. */
    NOOP,
    /** legacy: sorted, with deadlines. */
    DEADLINE,
    /** legacy: a slice for each process. */
    CFQ,
    /** blk-mq: no elevator. */
    NONE,
    /** blk-mq: sorted, with deadlines and priorities. */
    MQ_DEADLINE,
    /** blk-mq: tokens by kind of I/O. */
    KYBER,
    /** blk-mq: budgets and weights by process. */
    BFQ;

    /** Returns the name that sysfs has for it. */
    public String sysfsName() {
        return this == MQ_DEADLINE ? "mq-deadline" : name().toLowerCase(java.util.Locale.ROOT);
    }
}
