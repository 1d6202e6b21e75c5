package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.RunHwQueues;

/**
 * {@code scsi_run_queue} of scsi-mq, for one of kblockd's workers: runs the queues of devices that starve, as long as the
 * host takes commands, then a device's own.
 *
 * <p>Source: drivers/scsi/scsi_lib.c of 3.17 and 6.1. Up to 4.11 a queue that is stopped is started, and another work runs
 * it.
 */
final class ScsiRunQueue {
    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final @Nullable RunHwQueues runHwQueues;
    private final StarvedListRun starvedRun = new StarvedListRun();
    private @Nullable ScsiDevice device;
    private @Nullable ScsiDevice starving;

    private final Step lockForStarved = this::lockForStarved;
    private final Step takeStarved = this::takeStarved;
    private final Step unlockAfterStarved = this::unlockAfterStarved;
    private final Step runOwn = this::runOwn;

    ScsiRunQueue(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, Context worker) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.runHwQueues = rules.takesBudgetFirst() ? blkMq.newRunHwQueuesHere(worker) : null;
    }

    Step begin(ScsiDevice toRun) {
        device = toRun;
        starvedRun.begin();
        return toRun.host().hasStarved() ? lockForStarved : runOwn;
    }

    private ScsiDevice device() {
        ScsiDevice running = device;
        if (running == null) {
            throw new IllegalStateException("no queue is being run");
        }
        return running;
    }

    private @Nullable Step lockForStarved(Context cx) {
        return cx.lock(device().host().hostLock(), takeStarved);
    }

    private Step takeStarved(Context cx) {
        starving = starvedRun.next(device().host());
        return unlockAfterStarved;
    }

    private @Nullable Step unlockAfterStarved(Context cx) {
        cx.unlock(device().host().hostLock());
        ScsiDevice served = starving;
        starving = null;
        return served == null ? runOwn : kick(cx, served, lockForStarved);
    }

    private @Nullable Step runOwn(Context cx) {
        MqQueue own = midLayer.queueOf(device());
        device = null;
        RunHwQueues later = runHwQueues;
        if (later != null) {
            return later.begin(own);
        }
        blkMq.startStoppedHwQueues(own, cx);
        return cx.ret();
    }

    /** scsi_kick_queue. */
    private Step kick(Context cx, ScsiDevice served, Step then) {
        MqQueue queue = midLayer.queueOf(served);
        RunHwQueues later = runHwQueues;
        if (later != null) {
            return cx.call(later.begin(queue), then);
        }
        blkMq.startHwQueues(queue, cx);
        return then;
    }
}
