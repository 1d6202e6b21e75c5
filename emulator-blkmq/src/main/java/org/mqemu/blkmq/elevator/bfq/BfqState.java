package org.mqemu.blkmq.elevator.bfq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.HeadDistance;
import org.mqemu.blkmq.elevator.fair.Positions;
import org.mqemu.blkmq.elevator.fair.SeekHistory;

/** What all parts of BFQ look at for one device (struct bfq_data). */
final class BfqState {
    /** Async sectors cost so many times as much as sync ones, while all queues weigh the same. */
    private static final int ASYNC_CHARGE = 3;

    final BfqTunables tunables = new BfqTunables();
    final BfqWeights weights = new BfqWeights();
    final BfqScheduler scheduler = new BfqScheduler(weights);
    final Positions<BfqQueue> positions = new Positions<>();
    final BfqHwTag hwTag = new BfqHwTag();
    final BfqPeakRate peakRate;
    /** Whether the device has heads to move. */
    final boolean rotational;

    private final int[] busyByClass = new int[IoClass.values().length];
    private int busy;
    /** Busy queues whose weight is raised. */
    int raisedBusy;

    /** The queue being served, or null. */
    @Nullable BfqQueue inService;
    /** Where the last request of the queue being served ends; 0 if it had none. */
    long inServiceLastPosition;
    /** When its service started. */
    long serviceStartNs;
    /** When the device was kept for it last. */
    long idlingStartNs;
    /** When the device is kept for it no longer ({@link BfqTime#NEVER_NS} if it is not). */
    long idleUntilNs = BfqTime.NEVER_NS;

    /** Requests that wait in queues. */
    int waiting;
    /** Requests in the driver. */
    int inDriver;
    /** The queue whose request ended last, or null if that is a shared one. */
    @Nullable BfqQueue lastCompleted;

    BfqState(boolean rotational) {
        this.rotational = rotational;
        this.peakRate = new BfqPeakRate(tunables, rotational);
    }

    int busy() {
        return busy;
    }

    void countBusy(IoClass ioClass, int change) {
        busyByClass[ioClass.ordinal()] += change;
        busy += change;
    }

    private boolean areSeveralClassesBusy() {
        for (int ofClass : busyByClass) {
            if (ofClass > 0 && ofClass < busy) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a queue is to get more of the device than another one (bfq_asymmetric_scenario): then the device
     * must be kept for it, or others would take its part.
     */
    boolean isAsymmetricFor(BfqQueue queue) {
        return weights.varyFor(queue) || areSeveralClassesBusy();
    }

    /** Returns what a request costs its queue, in sectors (bfq_serv_to_charge). */
    long charge(BfqRequest waiting) {
        BfqQueue queue = waiting.queue;
        int sectors = waiting.request().sectors();
        boolean plain = queue.sync || queue.raise.isRaised() || isAsymmetricFor(queue);
        return plain ? sectors : (long) sectors * ASYNC_CHARGE;
    }

    /** Returns whether the device has no heads and takes several requests at once: then it sorts them itself. */
    boolean isFast() {
        return !rotational && hwTag.isOn();
    }

    /** Returns whether a request is a seek for a queue (BFQ_RQ_SEEKY). */
    boolean isSeek(long distance, Request request) {
        return distance > SeekHistory.SEEK_SECTORS && (rotational || request.sectors() < SeekHistory.SMALL_SECTORS);
    }

    HeadDistance from(long head) {
        return new HeadDistance(head, tunables.backMaxSectors(), tunables.backPenalty());
    }
}
