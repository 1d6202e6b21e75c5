package org.mqemu.blkmq.elevator.bfq;

/** Whether the device is kept for a queue that is empty, and how long. */
final class BfqIdling {
    /** Raised queues are waited for at least that long. */
    private static final long RAISED_IDLE_NS = 20 * BfqTime.MS_NS;

    /** So many requests of others in flight delay a raised queue. */
    private static final int MANY_OTHERS = 4;

    private final BfqState state;

    BfqIdling(BfqState state) {
        this.state = state;
    }

    /** Returns whether to keep the device for a queue makes the device faster, and harms nobody raised. */
    boolean boostsThroughput(BfqQueue queue) {
        if (queue.processes == 0) {
            return false;
        }
        boolean several = state.hwTag.isOn();
        boolean sequentialAndBusy = !queue.seeks.isSeeky() && queue.ioBound && queue.shortThinkTime;
        boolean boosts = (state.rotational && !several) || ((state.rotational || !several) && sequentialAndBusy);
        return boosts && state.raisedBusy == 0;
    }

    /** Returns whether a queue would lose its part of the device if that was not kept for it. */
    boolean isNeededForShare(BfqQueue queue) {
        if (queue.processes == 0) {
            return false;
        }
        int busy = state.busy();
        boolean raisedAmongOthers =
                queue.raise.isRaised() && (state.raisedBusy < busy || state.inDriver >= queue.dispatched + MANY_OTHERS);
        return raisedAmongOthers || state.isAsymmetricFor(queue) || busy == 1;
    }

    /** Returns whether it is better to wait for a queue than to serve another one (bfq_better_to_idle). */
    boolean isBetter(BfqQueue queue) {
        if (queue.processes == 0) {
            return false;
        }
        if (state.tunables.isStrict()) {
            return true;
        }
        if (state.tunables.sliceIdleNs() == 0 || !queue.sync || queue.isIdleClass()) {
            return false;
        }
        return boostsThroughput(queue) || isNeededForShare(queue);
    }

    boolean mustIdle(BfqQueue queue) {
        return queue.isEmpty() && isBetter(queue);
    }

    /** Starts to keep the device for the queue being served (bfq_arm_slice_timer). */
    void start(BfqQueue queue, long nowNs) {
        queue.waitRequest = true;
        long idleNs = state.tunables.sliceIdleNs();
        boolean raised = queue.raise.isRaised();
        if (queue.seeks.isSeeky() && !raised && !state.isAsymmetricFor(queue)) {
            idleNs = Math.min(idleNs, BfqTime.MIN_THINK_NS);
        } else if (raised) {
            idleNs = Math.max(idleNs, RAISED_IDLE_NS);
        }
        state.idlingStartNs = nowNs;
        state.idleUntilNs = nowNs + idleNs;
    }

    /** Keeps the device no longer. */
    void stop(BfqQueue queue) {
        queue.waitRequest = false;
        state.idleUntilNs = BfqTime.NEVER_NS;
    }
}
