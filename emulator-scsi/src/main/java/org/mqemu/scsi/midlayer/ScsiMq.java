package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.MqQueue;

/** scsi-mq: the mid-layer as a driver of blk-mq. */
public final class ScsiMq implements MqDriver, MidLayer {
    private final BlkMq blkMq;
    private final PriceList prices;
    /** By the disks' numbers. */
    private final List<ScsiDevice> devices = new ArrayList<>();

    private final List<MqQueue> queues = new ArrayList<>();
    private @Nullable LowLevelDriver lld;

    /**
     * Creates the mid-layer.
     *
     * @param blkMq the block layer
     * @param prices the kernel's price list
     */
    public ScsiMq(BlkMq blkMq, PriceList prices) {
        this.blkMq = blkMq;
        this.prices = prices;
    }

    /** Connects the low-level driver; called once, before {@link BlkMq#connect}. */
    public void connect(LowLevelDriver driver) {
        lld = driver;
    }

    /**
     * Adds a device.
     *
     * @param device the device
     * @param queue its queue
     */
    public void add(ScsiDevice device, MqQueue queue) {
        if (device.disk().index() != devices.size()) {
            throw new IllegalStateException("devices are added in the order of their numbers");
        }
        devices.add(device);
        queues.add(queue);
    }

    MqQueue queueOf(ScsiDevice device) {
        return queues.get(device.disk().index());
    }

    ScsiDevice deviceOf(Request request) {
        return devices.get(request.queue().disk().index());
    }

    @Override
    public QueueRq newQueueRq(Context cx) {
        LowLevelDriver driver = lld;
        if (driver == null) {
            throw new IllegalStateException("the host has no low-level driver yet");
        }
        return new ScsiQueueRq(this, blkMq, driver.newQueueCommand(cx), prices);
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return new ScsiMqComplete(this, blkMq, prices);
    }

    @Override
    public ScsiDone newScsiDone(Context cx) {
        return blkMq.newCompleteRequest(cx)::begin;
    }
}
