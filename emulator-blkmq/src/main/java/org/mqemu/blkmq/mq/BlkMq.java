package org.mqemu.blkmq.mq;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.topology.Topology;

/** blk-mq of one host: makes the queues of its devices, and its functions for each context that calls them. */
public final class BlkMq implements BlockLayer {
    private final Emulation emulation;
    private final Topology topology;
    private final List<Cpu> cpus;
    private final PriceList prices;
    private final BlkMqParameters parameters;
    private final RqAffinity affinity;
    private final List<KWorker> workers = new ArrayList<>();
    private final List<SpinLock> locks = new ArrayList<>();
    private final List<CacheLine> lines = new ArrayList<>();
    private final CompleteRq[] completers;
    private final AtomicLong remoteCompletions = new AtomicLong();
    private @Nullable MqDriver driver;

    /**
     * Creates a block layer without devices.
     *
     * @param emulation the machine that its actors are added to
     * @param topology the CPUs' topology
     * @param cpus the CPUs
     * @param prices the kernel's price list
     * @param parameters what is set for its queues
     */
    public BlkMq(Emulation emulation, Topology topology, List<Cpu> cpus, PriceList prices, BlkMqParameters parameters) {
        this.emulation = emulation;
        this.topology = topology;
        this.cpus = List.copyOf(cpus);
        this.prices = prices;
        this.parameters = parameters;
        this.affinity = new RqAffinity(parameters.rqAffinity(), topology);
        this.completers = new CompleteRq[cpus.size()];
    }

    /**
     * Connects the driver; called once, before any queue is made.
     *
     * @param newDriver the driver of all devices
     */
    public void connect(MqDriver newDriver) {
        driver = newDriver;
        for (Cpu cpu : cpus) {
            completers[cpu.number()] = newDriver.newCompleteRq(cpu.hardirqContext());
            workers.add(new KWorker(cpu, this));
        }
    }

    /**
     * Makes a device's queue with one hardware queue that all CPUs share.
     *
     * @param disk the device
     * @param tagSet the tags
     */
    public MqQueue newQueue(Disk disk, TagSet tagSet) {
        String name = disk.name() + ".hctx0";
        HardwareQueue actor = emulation.add(name, new HardwareQueue());
        Hctx hctx = new Hctx(
                name,
                cpus.size(),
                lock(name + ".lock", parameters.hctxDataLines(), false),
                line(name + ".ctx_map"),
                line(name + ".counters"),
                actor.ref(HctxPort.class));
        actor.connect(hctx, workers);
        SoftwareQueue[] software = new SoftwareQueue[cpus.size()];
        for (int cpu = 0; cpu < software.length; cpu++) {
            software[cpu] = new SoftwareQueue(
                    cpu, lock(disk.name() + ".ctx" + cpu + ".lock", parameters.ctxDataLines(), false));
        }
        MqQueue queue =
                new MqQueue(disk, parameters.limits(), tagSet, software, new Hctx[] {hctx}, new int[cpus.size()]);
        hctx.belongsTo(queue);
        return queue;
    }

    private Lock lock(String name, int dataLines, boolean irqSave) {
        SpinLock lock = emulation.add(name, new SpinLock(topology, parameters.locks(), dataLines, irqSave));
        locks.add(lock);
        return lock.lock();
    }

    private CacheLine line(String name) {
        CacheLine line = new CacheLine(name, topology, emulation.concurrent());
        lines.add(line);
        return line;
    }

    private MqDriver driver() {
        MqDriver connected = driver;
        if (connected == null) {
            throw new IllegalStateException("blk-mq has no driver yet");
        }
        return connected;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return new SplittingSubmitBio(
                new MqSubmitBio(newRunHwQueue(thread), parameters.rules().plug(), prices));
    }

    RunHwQueue newRunHwQueue(Context cx) {
        return new RunHwQueue(driver().newQueueRq(cx), prices);
    }

    /** Makes {@code blk_mq_complete_request} for a context. */
    public MqCompleteRequest newCompleteRequest(Context cx) {
        return new MqCompleteRequest(this, driver().newCompleteRq(cx), prices);
    }

    /** Makes {@code blk_mq_end_request} for a context. */
    public MqEndRequest newEndRequest() {
        return new MqEndRequest(prices);
    }

    /**
     * Starts the stopped hardware queues of a device and lets workers run them (blk_mq_start_stopped_hw_queues).
     *
     * @param queue the device's queue
     * @param cx the context that asks
     */
    public void startStoppedHwQueues(MqQueue queue, Context cx) {
        List<Hctx> hardwareQueues = queue.hardwareQueues();
        for (int i = 0; i < hardwareQueues.size(); i++) {
            Hctx hctx = hardwareQueues.get(i);
            if (hctx.isStopped() && hctx.start() && hctx.queueWork()) {
                cx.send(hctx.port(), new HctxPort.RunAsync(cx.cpuNumber()), cx.nowNs());
            }
        }
    }

    /**
     * Runs a device's hardware queues later, even if nothing of it is in flight (blk_mq_delay_queue).
     *
     * @param queue the device's queue
     * @param cx the context that asks
     * @param delayNs how much later, in nanoseconds
     */
    public void delayQueue(MqQueue queue, Context cx, long delayNs) {
        for (Hctx hctx : queue.hardwareQueues()) {
            cx.send(hctx.port(), new HctxPort.RunDelayed(cx.cpuNumber(), delayNs), cx.nowNs());
        }
    }

    boolean completesOn(int cpu, int submitter) {
        return affinity.allows(cpu, submitter);
    }

    CompleteRq completerOf(int cpu) {
        return completers[cpu];
    }

    Cpu cpu(int number) {
        return cpus.get(number);
    }

    long ipiLatencyNs() {
        return parameters.ipiLatencyNs();
    }

    AtomicLong remoteCompletions() {
        return remoteCompletions;
    }

    /** Returns how many requests were completed by an IPI to another CPU. */
    public long remotelyCompleted() {
        return remoteCompletions.get();
    }

    /** Returns the spinlocks of the block layer. */
    public List<SpinLock> locks() {
        return List.copyOf(locks);
    }

    /** Returns the cache lines of the block layer that the report names. */
    public List<CacheLine> lines() {
        return List.copyOf(lines);
    }
}
