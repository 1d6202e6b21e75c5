package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.legacy.LegacyEndRequest;
import org.mqemu.blkmq.legacy.LegacyRequeueRequest;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.legacy.RunQueue;

/**
 * {@code scsi_softirq_done} of 3.15, for one CPU's softirq: host_busy under the host_lock, device_busy under the
 * queue_lock, the bios, the request under the queue_lock, then scsi_next_command: starved devices first, then the
 * device's own queue, which dispatches more work right here.
 */
final class ScsiSoftirqDone implements CompleteRq, CommandEnds {
    private final ScsiLegacy midLayer;
    private final RunQueue runQueue;
    private final LegacyEndRequest endRequest;
    private final LegacyRequeueRequest requeueRequest;
    private final ScsiErrors errors;
    private final Price hostUnbusyPrice;
    private final Price deviceUnbusyPrice;
    private final Price putPrice;
    private final Price starvedPrice;
    private final Price runPrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;
    private @Nullable ScsiDevice starving;
    private final StarvedListRun starvedRun = new StarvedListRun();

    private boolean requeues;
    private final Step judge = this::judge;
    private final Step finish = this::finishFailed;
    private final Step lockHost = this::lockHost;
    private final Step hostUnbusy = this::hostUnbusy;
    private final Step toQueueLock = this::toQueueLock;
    private final Step deviceUnbusy = this::deviceUnbusy;
    private final Step end = this::end;
    private final Step putCommand = this::putCommand;
    private final Step lockForStarved = this::lockForStarved;
    private final Step takeStarved = this::takeStarved;
    private final Step unlockAfterStarved = this::unlockAfterStarved;
    private final Step chargeRun = this::chargeRun;
    private final Step callRunQueue = this::callRunQueue;
    private final Step unlockQueue = this::unlockQueue;

    ScsiSoftirqDone(
            ScsiLegacy midLayer,
            RunQueue runQueue,
            LegacyEndRequest endRequest,
            LegacyRequeueRequest requeueRequest,
            PriceList prices) {
        this.requeueRequest = requeueRequest;
        this.errors = midLayer.errors();
        this.midLayer = midLayer;
        this.runQueue = runQueue;
        this.endRequest = endRequest;
        this.hostUnbusyPrice = prices.of("scsi_device_unbusy");
        this.deviceUnbusyPrice = prices.of("scsi_device_unbusy_queue_locked");
        this.putPrice = prices.of("scsi_put_command");
        this.starvedPrice = prices.of("scsi_run_queue");
        this.runPrice = prices.of("__blk_run_queue");
    }

    @Override
    public Step begin(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed.queue().disk());
        requeues = false;
        if (completed.status() != CommandStatus.GOOD) {
            return judge;
        }
        return lockHost;
    }

    @Override
    public Step finish(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed.queue().disk());
        return finish;
    }

    @Override
    public Step requeue(Request failed) {
        request = failed;
        device = midLayer.deviceOf(failed.queue().disk());
        requeues = true;
        return lockHost;
    }

    // ---- what did not end well ----

    private @Nullable Step judge(Context cx) {
        return met(cx, errors.judge(present(request), cx));
    }

    private @Nullable Step finishFailed(Context cx) {
        return met(cx, errors.finish(present(request), cx));
    }

    private @Nullable Step met(Context cx, Fate fate) {
        if (fate == Fate.RECOVER) {
            request = null;
            return over(cx);
        }
        requeues = fate == Fate.REQUEUE;
        return lockHost;
    }

    // ---- places back, and the end ----

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being completed");
        }
        return value;
    }

    private ScsiHost host() {
        return present(device).host();
    }

    private RequestQueue ownQueue() {
        return midLayer.queueOf(present(device));
    }

    /** The queue that is being run: a starving device's, or the own one. */
    private RequestQueue running() {
        ScsiDevice other = starving;
        return other == null ? ownQueue() : midLayer.queueOf(other);
    }

    private @Nullable Step lockHost(Context cx) {
        return cx.lock(host().hostLock(), hostUnbusy);
    }

    private Step hostUnbusy(Context cx) {
        host().givePlace();
        present(device).target().givePlace();
        host().unbusy(cx);
        cx.charge(hostUnbusyPrice);
        return toQueueLock;
    }

    private @Nullable Step toQueueLock(Context cx) {
        cx.unlock(host().hostLock());
        return cx.lock(ownQueue().lock(), deviceUnbusy);
    }

    private Step deviceUnbusy(Context cx) {
        present(device).givePlace();
        if (!requeues) {
            Blocking.finished(present(device));
            if (present(request).status() == CommandStatus.GOOD) {
                errors.succeeded(present(device), cx.nowNs());
            }
        }
        cx.charge(deviceUnbusyPrice);
        return end;
    }

    private Step end(Context cx) {
        cx.unlock(ownQueue().lock());
        Request ended = present(request);
        request = null;
        return requeues
                ? cx.call(requeueRequest.begin(ended), putCommand)
                : cx.call(endRequest.begin(ended), putCommand);
    }

    private Step putCommand(Context cx) {
        cx.charge(putPrice);
        starvedRun.begin();
        return lockForStarved;
    }

    private @Nullable Step lockForStarved(Context cx) {
        return cx.lock(host().hostLock(), takeStarved);
    }

    private Step takeStarved(Context cx) {
        starving = starvedRun.next(host());
        cx.charge(starvedPrice);
        return unlockAfterStarved;
    }

    private @Nullable Step unlockAfterStarved(Context cx) {
        cx.unlock(host().hostLock());
        if (requeues && starving == null) {
            return over(cx); // kblockd runs its own queue
        }
        return cx.lock(running().lock(), chargeRun);
    }

    private Step chargeRun(Context cx) {
        cx.charge(runPrice);
        return callRunQueue;
    }

    private Step callRunQueue(Context cx) {
        return cx.call(runQueue.begin(running()), unlockQueue);
    }

    private @Nullable Step unlockQueue(Context cx) {
        cx.unlock(running().lock());
        ScsiDevice served = starving;
        starving = null;
        return served == null ? over(cx) : lockForStarved;
    }

    private @Nullable Step over(Context cx) {
        device = null;
        return cx.ret();
    }
}
