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

/**
 * {@code scsi_softirq_done} of scsi-mq up to 4.11, for one context (it runs in hard interrupt context there): gives the
 * budget back, ends the request, starts hardware queues that are stopped, or lets kblockd do it after those of starved
 * devices.
 */
final class ScsiMqComplete implements CompleteRq {
    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final MqEndRequest endRequest;
    private final Price finishPrice;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private final Step hostUnbusy = this::hostUnbusy;
    private final Step targetUnbusy = this::targetUnbusy;
    private final Step deviceUnbusy = this::deviceUnbusy;
    private final Step restart = this::restart;

    ScsiMqComplete(ScsiMq midLayer, BlkMq blkMq, PriceList prices) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.endRequest = blkMq.newEndRequest();
        this.finishPrice = prices.of("scsi_io_completion");
    }

    @Override
    public Step begin(Request completed) {
        request = completed;
        device = midLayer.deviceOf(completed);
        return hostUnbusy;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being completed");
        }
        return value;
    }

    private Step hostUnbusy(Context cx) {
        cx.touch(present(device).host().busyLine());
        present(device).host().givePlace();
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
        Blocking.finished(present(device));
        cx.charge(finishPrice);
        Request ended = present(request);
        request = null;
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
