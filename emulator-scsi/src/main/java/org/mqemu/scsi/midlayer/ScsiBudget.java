package org.mqemu.scsi.midlayer;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.MqQueue;

/**
 * {@code scsi_mq_get_budget} and {@code scsi_mq_put_budget}, for one context: a place among the device's queue_depth.
 *
 * <p>Since 5.10, who finds none leaves a note ({@code restarts}), for which the next completion runs the device's queues;
 * before, every completion does. If nothing is in flight that could complete, the queues are run after 3 ms; before 5.10 only
 * the hardware queue that asks, taken to be that of the CPU. Source: drivers/scsi/scsi_lib.c of 4.16 and of 5.10 to 6.1.
 */
final class ScsiBudget implements DispatchBudget {
    private static final long QUEUE_DELAY_NS = 3_000_000; // SCSI_QUEUE_DELAY

    private final ScsiMq midLayer;
    private final BlkMq blkMq;
    private final ScsiMqRules rules;
    private final Price takePrice;
    private @Nullable BlockQueue queue;
    private int token = NONE;
    private int given = NONE;
    private final Step take = this::take;
    private final Step noPlace = this::noPlace;
    private final Step give = this::give;

    ScsiBudget(ScsiMq midLayer, BlkMq blkMq, ScsiMqRules rules, PriceList prices) {
        this.midLayer = midLayer;
        this.blkMq = blkMq;
        this.rules = rules;
        this.takePrice = prices.of("scsi_mq_get_budget");
    }

    @Override
    public Step take(BlockQueue of) {
        queue = of;
        return take;
    }

    @Override
    public int token() {
        return token;
    }

    @Override
    public Step give(BlockQueue of, int toGive) {
        queue = of;
        given = toGive;
        return give;
    }

    private BlockQueue queue() {
        BlockQueue of = queue;
        if (of == null) {
            throw new IllegalStateException("no budget is being asked for");
        }
        return of;
    }

    private @Nullable Step take(Context cx) {
        ScsiDevice device = midLayer.deviceOf(queue());
        token = device.takePlace(cx);
        cx.charge(takePrice);
        if (token == NONE) {
            return noPlace;
        }
        queue = null;
        return cx.ret();
    }

    private @Nullable Step noPlace(Context cx) {
        ScsiDevice device = midLayer.deviceOf(queue());
        if (rules.runsEveryTime()) {
            if (device.busy() == 0) {
                blkMq.delayHwQueue((MqQueue) queue(), cx, QUEUE_DELAY_NS);
            }
        } else {
            cx.touch(device.restartsLine());
            device.wantsRestart();
            if (device.busy() == 0) {
                blkMq.delayQueue((MqQueue) queue(), cx, QUEUE_DELAY_NS);
            }
        }
        queue = null;
        return cx.ret();
    }

    private @Nullable Step give(Context cx) {
        midLayer.deviceOf(queue()).givePlace(cx, given);
        queue = null;
        given = NONE;
        return cx.ret();
    }
}
