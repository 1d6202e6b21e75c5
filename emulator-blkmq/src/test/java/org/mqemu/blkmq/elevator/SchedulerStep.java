package org.mqemu.blkmq.elevator;

import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;

/** One step of a random run, made of one random number, so that failures shrink. */
record SchedulerStep(Kind kind, int pick) {
    static final int NUMBERS = 1_000_000;
    private static final int KINDS = 20;
    private static final long MS = 1_000_000;

    enum Kind {
        /** A bio comes. */
        SUBMIT,
        /** A request goes before all others. */
        INSERT_AT_HEAD,
        /** The driver takes a request. */
        DISPATCH,
        /** The driver has ended a request. */
        COMPLETE,
        /** The driver gives a request back. */
        REQUEUE
    }

    static SchedulerStep of(int number) {
        int kind = number % KINDS;
        Kind chosen;
        if (kind < 11) {
            chosen = Kind.SUBMIT;
        } else if (kind < 16) {
            chosen = Kind.DISPATCH;
        } else if (kind < 18) {
            chosen = Kind.COMPLETE;
        } else {
            chosen = kind == 18 ? Kind.INSERT_AT_HEAD : Kind.REQUEUE;
        }
        return new SchedulerStep(chosen, number / KINDS);
    }

    /** Returns a bio of 1 to 3 blocks of 4 KiB, near others. */
    Bio bio() {
        IoPriority[] priorities = {
            IoPriority.NONE, IoPriority.NONE, IoPriority.NONE, TestRequests.RT, TestRequests.BE, TestRequests.IDLE
        };
        Op op = pick % 3 == 0 ? Op.WRITE : Op.READ;
        return TestRequests.bio(
                op, pick / 3 % 40 * 8L, (1 + pick / 120 % 3) * 8, priorities[pick / 360 % priorities.length]);
    }

    /** Returns how much later it is, in nanoseconds: mostly milliseconds, now and then seconds. */
    long laterNs() {
        int dice = pick % 97;
        return (dice == 0 ? 3000 : dice < 5 ? 200 : pick % 7) * MS;
    }
}
