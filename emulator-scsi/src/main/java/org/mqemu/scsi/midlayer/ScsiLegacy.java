package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyDriver;
import org.mqemu.blkmq.legacy.RequestFn;
import org.mqemu.blkmq.legacy.RequestQueue;

/** The mid-layer as a driver of legacy request queues. */
public final class ScsiLegacy implements LegacyDriver, MidLayer, ScsiErrorHandler.Way {
    private final LegacyBlock block;
    private final PriceList prices;
    /** By the disks' numbers. */
    private final List<ScsiDevice> devices = new ArrayList<>();

    private final List<RequestQueue> queues = new ArrayList<>();
    private final ScsiErrors errors = new ScsiErrors(false);
    private @Nullable LowLevelDriver lld;

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
        errors.track(newTracking);
    }

    /** Returns how the queue depths follow what devices report. */
    QueueDepthTracking tracking() {
        return errors.tracking();
    }

    /** Connects the low-level driver; called once, before {@link LegacyBlock#connect}. */
    public void connect(LowLevelDriver driver) {
        lld = driver;
    }

    /**
     * Has the errors of a host handled: commands time out, are aborted and tried again, and devices are recovered. Called
     * for each host, before the block layer is connected.
     *
     * @param handler the host's error handling
     */
    public void recoverWith(ScsiErrorHandler handler) {
        errors.recoverWith(handler);
        handler.connect(this);
    }

    @Override
    public ScsiErrors errors() {
        return errors;
    }

    @Override
    public LowLevelDriver driver() {
        LowLevelDriver driver = lld;
        if (driver == null) {
            throw new IllegalStateException("the host has no low-level driver yet");
        }
        return driver;
    }

    @Override
    public List<ScsiDevice> devices() {
        return devices;
    }

    @Override
    public boolean timesOut() {
        return errors.recovers();
    }

    @Override
    public @Nullable TimeoutRq newTimeoutRq(Context cx) {
        return errors.recovers() ? new ScsiTimeout(prices) : null;
    }

    @Override
    public CommandEnds newCommandEnds(Context thread) {
        return newSoftirqDone(thread);
    }

    private ScsiSoftirqDone newSoftirqDone(Context cx) {
        return new ScsiSoftirqDone(
                this, block.newRunQueue(cx), block.newEndRequest(), block.newRequeueRequest(), prices);
    }

    /** {@code scsi_run_host_queues}: has kblockd run the queues of all devices. */
    @Override
    public Step runHostQueues(Context thread, ScsiHost host) {
        return new RunHostQueues(host).entry();
    }

    private final class RunHostQueues {
        private final ScsiHost host;
        private int place;
        private final Step next = this::next;
        private final Step run = this::run;

        RunHostQueues(ScsiHost host) {
            this.host = host;
        }

        Step entry() {
            return next;
        }

        private @Nullable Step next(Context cx) {
            if (place == queues.size()) {
                place = 0;
                return cx.ret();
            }
            if (devices.get(place).host() != host) {
                place++;
                return next;
            }
            return cx.lock(queues.get(place).lock(), run);
        }

        private Step run(Context cx) {
            RequestQueue queue = queues.get(place++);
            queue.delay(cx, 0);
            return unlocking -> {
                unlocking.unlock(queue.lock());
                return next;
            };
        }
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
        return new ScsiRequestFn(this, driver().newQueueCommand(cx), block.newCompleteRequest(), prices);
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return newSoftirqDone(cx);
    }

    @Override
    public ScsiDone newScsiDone(Context cx) {
        return new GuardedScsiDone(request -> deviceOf(request.queue().disk()), block.newCompleteRequest()::begin);
    }
}
