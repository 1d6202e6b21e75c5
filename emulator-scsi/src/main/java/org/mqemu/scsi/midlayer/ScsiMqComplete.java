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

/**
 * {@code scsi_softirq_done} of scsi-mq up to 4.11, for one context (it runs in hard interrupt context there): gives the
 * budget back, ends the request, starts hardware queues that are stopped, or lets kblockd do it after those of starved
 * devices.
 */
final class ScsiMqComplete implements CompleteRq, CommandEnds {
    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final ScsiErrors errors;
    private final MqEndRequest endRequest;
    private final RequeueRequest requeueRequest;
    private final Price finishPrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private boolean requeues;
    private final Step judge = this::judge;
    private final Step finish = this::finishFailed;
    private final Step hostUnbusy = this::hostUnbusy;
    private final Step targetUnbusy = this::targetUnbusy;
    private final Step deviceUnbusy = this::deviceUnbusy;
    private final Step restart = this::restart;

    ScsiMqComplete(ScsiMq midLayer, BlkMq blkMq, PriceList prices) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.endRequest = blkMq.newEndRequest();
        this.errors = midLayer.errors();
        this.requeueRequest = blkMq.newRequeueRequest();
        this.finishPrice = prices.of("scsi_io_completion");
    }

    @Override
    public Step begin(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed);
        requeues = false;
        if (completed.status() != CommandStatus.GOOD) {
            return judge;
        }
        return hostUnbusy;
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
        requeues = true;
        return hostUnbusy;
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
        requeues = fate == Fate.REQUEUE;
        return hostUnbusy;
    }

    // ---- places back, and the end ----

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being completed");
        }
        return value;
    }

    private Step hostUnbusy(Context cx) {
        cx.touch(present(device).host().busyLine());
        present(device).host().givePlace();
        present(device).host().unbusy(cx);
        return present(device).target().isCounted() ? targetUnbusy : deviceUnbusy;
    }

    private Step targetUnbusy(Context cx) {
        ScsiTarget target = present(device).target();
        cx.touch(target.busyLine());
        target.givePlace();
        return deviceUnbusy;
    }

    private Step deviceUnbusy(Context cx) {
        cx.touch(present(device).busyLine());
        present(device).givePlace();
        Request ended = present(request);
        request = null;
        if (requeues) {
            cx.charge(finishPrice);
            return cx.call(requeueRequest.begin(ended), restart);
        }
        Blocking.finished(present(device));
        if (ended.status() == CommandStatus.GOOD) {
            errors.succeeded(present(device), cx.nowNs());
        }
        cx.charge(finishPrice);
        return cx.call(endRequest.begin(ended), restart);
    }

    private @Nullable Step restart(Context cx) {
        ScsiDevice completed = present(device);
        device = null;
        if (completed.host().hasStarved()) {
            midLayer.runQueueLater(cx, completed);
        } else {
            blkMq.startStoppedHwQueues(midLayer.queueOf(completed), cx);
        }
        return cx.ret();
    }
}
