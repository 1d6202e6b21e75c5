package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.KblockdWork;
import org.mqemu.blkmq.mq.MqQueue;

/** scsi-mq: the mid-layer as a driver of blk-mq. */
public final class ScsiMq implements MqDriver, MidLayer, ScsiErrorHandler.Way {
    private final BlkMq blkMq;
    private final PriceList prices;
    private final ScsiMqRules rules;
    private final ScsiErrors errors;
    /** By the disks' numbers. */
    private final List<ScsiDevice> devices = new ArrayList<>();

    private final List<MqQueue> queues = new ArrayList<>();
    /** The devices' requeue_work. */
    private final List<KblockdWork> works = new ArrayList<>();

    private final Map<Context, ScsiRunQueue> runQueues = new ConcurrentHashMap<>();
    private @Nullable LowLevelDriver lld;

    /**
     * Creates the mid-layer.
     *
     * @param blkMq the block layer
     * @param prices the kernel's price list
     */
    public ScsiMq(BlkMq blkMq, PriceList prices) {
        this(blkMq, prices, ScsiMqRules.EARLY);
    }

    /**
     * Creates the mid-layer.
     *
     * @param blkMq the block layer
     * @param prices the kernel's price list
     * @param rules its generation's rules
     */
    public ScsiMq(BlkMq blkMq, PriceList prices, ScsiMqRules rules) {
        this.blkMq = blkMq;
        this.prices = prices;
        this.rules = rules;
        this.errors = new ScsiErrors(rules.takesBudgetFirst());
    }

    /** Follows TASK SET FULL as the low-level driver wants it; called before the run. */
    public void tracks(QueueDepthTracking newTracking) {
        errors.track(newTracking);
    }

    /** Returns how the queue depths follow what devices report. */
    QueueDepthTracking tracking() {
        return errors.tracking();
    }

    /** Connects the low-level driver; called once, before {@link BlkMq#connect}. */
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
        return rules.takesBudgetFirst()
                ? new ScsiComplete(this, blkMq, rules, prices)
                : new ScsiMqComplete(this, blkMq, prices);
    }

    @Override
    public Step runHostQueues(Context thread, ScsiHost host) {
        return new RunHostQueues(newRunQueue(thread), host).entry();
    }

    /** {@code scsi_run_host_queues}, for one thread. */
    private final class RunHostQueues {
        private final ScsiRunQueue runQueue;
        private final ScsiHost host;
        private int place;
        private final Step next = this::next;

        RunHostQueues(ScsiRunQueue runQueue, ScsiHost host) {
            this.runQueue = runQueue;
            this.host = host;
        }

        Step entry() {
            return next;
        }

        private @Nullable Step next(Context cx) {
            if (place == devices.size()) {
                place = 0;
                return cx.ret();
            }
            ScsiDevice device = devices.get(place++);
            return device.host() == host ? cx.call(runQueue.begin(device), next) : next;
        }
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
        device.target().add(device);
        works.add(new KblockdWork(
                worker -> runQueues.computeIfAbsent(worker, this::newRunQueue).begin(device)));
    }

    private ScsiRunQueue newRunQueue(Context worker) {
        return new ScsiRunQueue(this, blkMq, worker);
    }

    /** Lets kblockd run the queues of starved devices and then the device's own (requeue_work). */
    void runQueueLater(Context cx, ScsiDevice device) {
        blkMq.queueWork(works.get(device.disk().index()), cx);
    }

    /**
     * {@code scsi_device_unbusy} since 4.15: gives a command's places back, as the first thing of a step.
     *
     * @param cx the context
     * @param device the device
     * @param request the command's request; it loses its budget token
     */
    void unbusy(Context cx, ScsiDevice device, Request request) {
        ScsiHost host = device.host();
        if (rules.countsHostBusy()) {
            cx.touchNext(host.busyLine());
            host.givePlace();
        } else {
            host.giveUncounted();
        }
        host.unbusy(cx);
        ScsiTarget target = device.target();
        if (target.isCounted()) {
            cx.touchNext(target.busyLine());
            target.givePlace();
        }
        device.givePlace(cx, DispatchBudget.takeFrom(request));
    }

    MqQueue queueOf(ScsiDevice device) {
        return queues.get(device.disk().index());
    }

    ScsiDevice deviceOf(Request request) {
        return deviceOf(request.queue());
    }

    ScsiDevice deviceOf(BlockQueue queue) {
        return devices.get(queue.disk().index());
    }

    @Override
    public QueueRq newQueueRq(Context cx) {
        return new ScsiQueueRq(this, blkMq, rules, driver().newQueueCommand(cx), prices);
    }

    @Override
    public @Nullable DispatchBudget newDispatchBudget(Context cx) {
        return rules.takesBudgetFirst() ? new ScsiBudget(this, blkMq, rules, prices) : null;
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return rules.takesBudgetFirst()
                ? new ScsiComplete(this, blkMq, rules, prices)
                : new ScsiMqComplete(this, blkMq, prices);
    }

    @Override
    public ScsiDone newScsiDone(Context cx) {
        ScsiDone complete = blkMq.newCompleteRequest(cx)::begin;
        return new GuardedScsiDone(
                this::deviceOf,
                rules.takesBudgetFirst() ? new PricedScsiDone(prices.of("scsi_done"), complete) : complete);
    }
}
