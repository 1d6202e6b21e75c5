package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;

/** Whose requests have to end before a queue gets its next one. */
final class BfqWaker {
    /** The waker, or null. */
    @Nullable BfqQueue queue;
    /** Who may be one, or null. */
    @Nullable BfqQueue candidate;
    /** How often in a row it was, and since when. */
    int detections;

    long sinceNs;
}
