package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.MqEndRequest;
import org.mqemu.blkmq.mq.RequeueRequest;
import org.mqemu.blkmq.mq.RunHwQueues;

/**
 * {@code scsi_complete} since 4.15, for one context: gives the places back, ends the request, runs the device's queues
 * if one of them found no place since, or lets kblockd do it after those of starved devices.
 *
 * <p>Source: drivers/scsi/scsi_lib.c of 5.10 to 6.1, scsi_complete to scsi_run_queue_async.
 */
final class ScsiComplete implements CompleteRq, CommandEnds {
    private final ScsiMq midLayer;
    private final ScsiMqRules rules;
    private final ScsiErrors errors;
    private final MqEndRequest endRequest;
    private final RequeueRequest requeueRequest;
    private final RunHwQueues runHwQueues;
    private final Price finishPrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private final Step judge = this::judge;
    private final Step finish = this::finishFailed;
    private final Step unbusy = this::unbusy;
    private final Step failedUnbusy = this::failedUnbusy;
    private final Step restart = this::restart;

    ScsiComplete(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, PriceList prices) {
        this.midLayer = midLayer;
        this.rules = rules;
        this.errors = midLayer.errors();
        this.requeueRequest = blkMq.newRequeueRequest();
        this.endRequest = blkMq.newEndRequest();
        this.runHwQueues = blkMq.newRunHwQueues();
        this.finishPrice = prices.of("scsi_io_completion");
    }

    @Override
    public Step begin(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed);
        if (completed.status() != CommandStatus.GOOD) {
            return judge;
        }
        return unbusy;
    }

    @Override
    public Step finish(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed);
        return finish;
    }

    @Override
    public Step requeue(Request failed) {
        request = failed;
        device = midLayer.deviceOf(failed);
        return failedUnbusy;
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
            device = null;
            return cx.ret();
        }
        return fate == Fate.REQUEUE ? failedUnbusy(cx) : unbusy(cx);
    }

    private Step failedUnbusy(Context cx) {
        Request requeued = present(request);
        request = null;
        midLayer.unbusy(cx, present(device), requeued);
        cx.charge(finishPrice);
        return cx.call(requeueRequest.begin(requeued), restart);
    }

    // ---- what ended ----

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being completed");
        }
        return value;
    }

    private Step unbusy(Context cx) {
        Request ended = present(request);
        request = null;
        midLayer.unbusy(cx, present(device), ended);
        if (ended.status() == CommandStatus.GOOD) {
            errors.succeeded(present(device), cx.nowNs());
        }
        Blocking.finished(present(device));
        cx.charge(finishPrice);
        return cx.call(endRequest.begin(ended), restart);
    }

    private @Nullable Step restart(Context cx) {
        ScsiDevice completed = present(device);
        device = null;
        if (completed.host().hasStarved()) {
            midLayer.runQueueLater(cx, completed);
            return cx.ret();
        } else if (completed.takeRestart()) {
            cx.touch(completed.restartsLine());
        } else if (!rules.runsEveryTime()) {
            return cx.ret();
        }
        return runHwQueues.begin(midLayer.queueOf(completed));
    }
}
