package org.mqemu.blkmq.elevator.cfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.elevator.fair.HeadDistance;
import org.mqemu.blkmq.elevator.fair.ThinkTime;

/** What all parts of CFQ look at for one device (struct cfq_data). */
final class CfqState {
    static final long NEVER = Long.MAX_VALUE;

    /** A jiffy, with HZ=1000. */
    static final long JIFFY_NS = 1_000_000;

    /** Nothing was delayed in the last second before the start, so that async requests may start at once. */
    private static final long UNDELAYED_NS = -1_000_000_000;

    final CfqTunables tunables = new CfqTunables();
    final CfqTrees trees = new CfqTrees();
    final CfqSlices slices = new CfqSlices(tunables, trees);
    final CfqRoundRobin roundRobin = new CfqRoundRobin(trees, slices);
    final HwTag hwTag = new HwTag();
    /** Whether the device has heads to move. */
    final boolean rotational;

    /** The queue being served, or null. */
    @Nullable CfqQueue active;
    /** The process whose request was given out first in this service, or null. */
    @Nullable CfqProcess activeProcess;
    /** When the disk is kept no longer for the queue being served ({@link #NEVER} if it is not). */
    long idleUntilNs = NEVER;

    /** Requests that wait in queues. */
    int waiting;
    /** Requests in the driver. */
    int inDriver;
    /** Requests of sync queues that were given out and not answered. */
    int syncInFlight;
    /** The same of async queues. */
    int asyncInFlight;
    /** Where the last request given out ends. */
    long lastPosition;
    /** When a sync request was last answered that had taken longer than fifo_expire_sync. */
    long lastDelayedSyncNs = UNDELAYED_NS;
    /** How long it takes from the end of any request to the next one. */
    final ThinkTime groupThinkTime = new ThinkTime(0);

    CfqState(boolean rotational) {
        this.rotational = rotational;
    }

    int inFlight() {
        return syncInFlight + asyncInFlight;
    }

    void inFlight(CfqQueue queue, int change) {
        queue.dispatched += change;
        if (queue.sync) {
            syncInFlight += change;
        } else {
            asyncInFlight += change;
        }
    }

    /** Returns whether several requests cost no seeks and go to the device at once: then it is never kept idle. */
    boolean isFast() {
        return !rotational && hwTag.isOn();
    }

    HeadDistance from(long head) {
        return new HeadDistance(head, tunables.backMaxSectors(), tunables.backPenalty());
    }
}
