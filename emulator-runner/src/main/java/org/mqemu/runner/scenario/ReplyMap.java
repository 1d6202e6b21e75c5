package org.mqemu.runner.scenario;

/** Which reply queue a driver has the answers to a CPU's commands written to. */
enum ReplyMap {
    /** That of the vector that may interrupt the CPU. */
    AFFINITY,
    /** The CPU's number modulo the number of vectors. */
    MODULO
}
