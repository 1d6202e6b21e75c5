package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyDriver;
import org.mqemu.blkmq.legacy.RequestFn;
import org.mqemu.blkmq.legacy.RequestQueue;

/** The mid-layer as a driver of legacy request queues. */
public final class ScsiLegacy implements LegacyDriver, MidLayer {
    private final LegacyBlock block;
    private final PriceList prices;
    /** By the disks' numbers. */
    private final List<ScsiDevice> devices = new ArrayList<>();

    private final List<RequestQueue> queues = new ArrayList<>();
    private @Nullable LowLevelDriver lld;
    private QueueDepthTracking tracking =
            new QueueDepthTracking(new Jiffies(250), false, QueueDepthTracking.STAYS_TAGGED);

    /**
     * Creates the mid-layer.
     *
     * @param block the block layer
     * @param prices the kernel's price list
     */
    public ScsiLegacy(LegacyBlock block, PriceList prices) {
        this.block = block;
        this.prices = prices;
    }

    /** Follows TASK SET FULL as the low-level driver wants it; called before the run. */
    public void tracks(QueueDepthTracking newTracking) {
        tracking = newTracking;
    }

    /** Returns how the queue depths follow what devices report. */
    QueueDepthTracking tracking() {
        return tracking;
    }

    /** Connects the low-level driver; called once, before {@link LegacyBlock#connect}. */
    public void connect(LowLevelDriver driver) {
        lld = driver;
    }

    /**
     * Adds a device.
     *
     * @param device the device
     * @param queue its queue
     */
    public void add(ScsiDevice device, RequestQueue queue) {
        if (device.disk().index() != devices.size()) {
            throw new IllegalStateException("devices are added in the order of their numbers");
        }
        devices.add(device);
        queues.add(queue);
        device.target().countUnderHostLock();
        device.target().add(device);
    }

    ScsiDevice deviceOf(Disk disk) {
        return devices.get(disk.index());
    }

    RequestQueue queueOf(ScsiDevice device) {
        return queues.get(device.disk().index());
    }

    @Override
    public RequestFn newRequestFn(Context cx) {
        LowLevelDriver driver = lld;
        if (driver == null) {
            throw new IllegalStateException("the host has no low-level driver yet");
        }
        return new ScsiRequestFn(this, driver.newQueueCommand(cx), prices);
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return new ScsiSoftirqDone(this, block.newRunQueue(cx), block.newEndRequest(), prices);
    }

    @Override
    public ScsiDone newScsiDone(Context cx) {
        return block.newCompleteRequest()::begin;
    }
}
