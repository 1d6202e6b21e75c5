package org.mqemu.blkmq.elevator.cfq;

import org.mqemu.blkmq.block.IoPriority.IoClass;

/** The classes of queues, the one served first standing first (enum wl_class_t). */
enum WorkloadClass {
    /** Served before all others. */
    RT,
    /** Best effort; also who has set nothing. */
    BE,
    /** Served when nobody else waits. */
    IDLE;

    static WorkloadClass of(IoClass ioClass) {
        return switch (ioClass) {
            case RT -> RT;
            case IDLE -> IDLE;
            case BE, NONE -> BE;
        };
    }
}
