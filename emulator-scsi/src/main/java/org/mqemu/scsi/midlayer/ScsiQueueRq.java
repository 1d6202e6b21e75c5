package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.Hctx;
import org.mqemu.blkmq.mq.MqQueue;

/**
 * {@code scsi_queue_rq}, for one context: the host's place, the command, the low-level driver; up to 4.14 the device's
 * place first, and without a place the hardware queues are stopped, and a completion starts them again.
 */
final class ScsiQueueRq implements QueueRq {
    private static final long QUEUE_DELAY_NS = 3_000_000; // SCSI_QUEUE_DELAY

    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final ScsiMqRules rules;
    private final QueueCommand queueCommand;
    private final Price queueRqPrice;
    private QueueStatus status = QueueStatus.OK;
    private @Nullable Request request;
    private @Nullable ScsiDevice device;

    private final Step askDevice = this::askDevice;
    private final Step askHost = this::askHost;
    private final Step dispatched = this::dispatched;
    private final Step ungetDevice = this::ungetDevice;

    ScsiQueueRq(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, QueueCommand queueCommand, PriceList prices) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.rules = rules;
        this.queueCommand = queueCommand;
        this.queueRqPrice = prices.of("scsi_queue_rq");
    }

    @Override
    public Step begin(Request toQueue) {
        request = toQueue;
        device = midLayer.deviceOf(toQueue);
        return rules.takesBudgetFirst() ? askHost : askDevice;
    }

    @Override
    public QueueStatus status() {
        return status;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being queued");
        }
        return value;
    }

    private @Nullable Step askDevice(Context cx) {
        cx.touch(present(device).busyLine());
        return present(device).takePlace() ? askHost : busy(cx);
    }

    private @Nullable Step askHost(Context cx) {
        if (rules.countsHostBusy()) {
            cx.touch(present(device).host().busyLine());
            if (!present(device).host().takePlace()) {
                return ungetDevice;
            }
        }
        cx.charge(queueRqPrice);
        return cx.fuse(cx.call(queueCommand.begin(present(device), present(request)), dispatched));
    }

    private @Nullable Step ungetDevice(Context cx) {
        if (rules.takesBudgetFirst()) {
            present(device).givePlace(cx, DispatchBudget.takeFrom(present(request)));
            return over(cx, QueueStatus.BUSY);
        }
        cx.touch(present(device).busyLine());
        present(device).givePlace();
        return busy(cx);
    }

    private @Nullable Step busy(Context cx) {
        MqQueue queue = (MqQueue) present(request).queue();
        queue.hardwareQueues().forEach(Hctx::stop);
        if (present(device).busy() == 0) {
            blkMq.delayQueue(queue, cx, QUEUE_DELAY_NS); // nobody's completion will start it again
        }
        return over(cx, QueueStatus.BUSY);
    }

    private @Nullable Step dispatched(Context cx) {
        return over(cx, QueueStatus.OK);
    }

    private @Nullable Step over(Context cx, QueueStatus answer) {
        status = answer;
        request = null;
        device = null;
        return cx.ret();
    }
}
