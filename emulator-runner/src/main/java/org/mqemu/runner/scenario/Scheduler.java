package org.mqemu.runner.scenario;

/** The elevators that are emulated. */
public enum Scheduler {
    /** Whichever the stack has. */
    DEFAULT,
    /** legacy: first come, first served. */
    NOOP,
    /** blk-mq: no elevator. */
    NONE
}
