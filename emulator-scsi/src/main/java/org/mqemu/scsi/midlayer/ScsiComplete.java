package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.MqEndRequest;
import org.mqemu.blkmq.mq.RunHwQueues;

/**
 * {@code scsi_complete} since 4.15, for one context: gives the places back, ends the request, runs the device's queues
 * if one of them found no place since, or lets kblockd do it after those of starved devices.
 *
 * <p>Source: drivers/scsi/scsi_lib.c of 5.10 to 6.1, scsi_complete to scsi_run_queue_async.
 */
final class ScsiComplete implements CompleteRq {
    private final ScsiMq midLayer;
    private final ScsiMqRules rules;
    private final MqEndRequest endRequest;
    private final RunHwQueues runHwQueues;
    private final Price finishPrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private final Step unbusy = this::unbusy;
    private final Step restart = this::restart;

    ScsiComplete(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, PriceList prices) {
        this.midLayer = midLayer;
        this.rules = rules;
        this.endRequest = blkMq.newEndRequest();
        this.runHwQueues = blkMq.newRunHwQueues();
        this.finishPrice = prices.of("scsi_io_completion");
    }

    @Override
    public Step begin(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed);
        return unbusy;
    }

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
