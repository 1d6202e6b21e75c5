package org.mqemu.scsi.midlayer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.Hctx;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.RunHwQueues;

/**
 * {@code scsi_run_queue} of scsi-mq, for one of kblockd's workers: runs the queues of devices that starve, as long as the
 * host takes commands, then a device's own.
 *
 * <p>Each is run before the next device is looked at, so that one that takes all places and starves again comes behind
 * those that had no turn. Source: drivers/scsi/scsi_lib.c of 3.17 and 6.1.
 */
final class ScsiRunQueue {
    private final ScsiMq midLayer;
    private final RunHwQueues runHwQueues;
    private final StarvedListRun starvedRun = new StarvedListRun();
    private @Nullable ScsiDevice device;
    private @Nullable ScsiDevice starving;

    private final Step lockForStarved = this::lockForStarved;
    private final Step takeStarved = this::takeStarved;
    private final Step unlockAfterStarved = this::unlockAfterStarved;
    private final Step runOwn = this::runOwn;

    ScsiRunQueue(ScsiMq midLayer, BlkMq blkMq, Context worker) {
        this.midLayer = midLayer;
        this.runHwQueues = blkMq.newRunHwQueuesHere(worker);
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
        return served == null ? runOwn : cx.call(kick(served), lockForStarved);
    }

    private Step runOwn(Context cx) {
        ScsiDevice own = device();
        device = null;
        return kick(own);
    }

    /** scsi_kick_queue: up to 4.11 the queues may be stopped. */
    private Step kick(ScsiDevice served) {
        MqQueue queue = midLayer.queueOf(served);
        List<Hctx> hctxs = queue.hardwareQueues();
        for (int i = 0; i < hctxs.size(); i++) {
            hctxs.get(i).start();
        }
        return runHwQueues.begin(queue);
    }
}
