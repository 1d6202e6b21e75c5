package org.mqemu.blkmq.legacy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.DoneList;
import org.mqemu.blkmq.driver.QueueTimer;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.Topology;

/** The legacy block layer of one host: makes the queues of its devices, and its functions for each context. */
public final class LegacyBlock implements BlockLayer {
    private final Emulation emulation;
    private final Topology topology;
    private final List<Cpu> cpus;
    private final PriceList prices;
    private final LegacyParameters parameters;
    private final ElevatorFactory elevators;
    private final List<SpinLock> locks = new ArrayList<>();
    private final List<RequestQueue> queues = new ArrayList<>();
    private final List<Kblockd> workers = new ArrayList<>();
    private final DoneList[] done;
    private final AtomicLong remoteCompletions = new AtomicLong();
    private @Nullable LegacyDriver driver;

    /**
     * Creates a block layer without devices, with the kernel's own elevators.
     *
     * @param emulation the machine that its actors are added to
     * @param topology the CPUs' topology
     * @param cpus the CPUs
     * @param prices the kernel's price list
     * @param parameters what is set for its queues
     */
    public LegacyBlock(
            Emulation emulation, Topology topology, List<Cpu> cpus, PriceList prices, LegacyParameters parameters) {
        this(emulation, topology, cpus, prices, parameters, new LegacyElevators());
    }

    /**
     * Creates a block layer without devices.
     *
     * @param emulation the machine that its actors are added to
     * @param topology the CPUs' topology
     * @param cpus the CPUs
     * @param prices the kernel's price list
     * @param parameters what is set for its queues
     * @param elevators makes the queues' elevators
     */
    public LegacyBlock(
            Emulation emulation,
            Topology topology,
            List<Cpu> cpus,
            PriceList prices,
            LegacyParameters parameters,
            ElevatorFactory elevators) {
        this.emulation = emulation;
        this.topology = topology;
        this.cpus = List.copyOf(cpus);
        this.prices = prices;
        this.parameters = parameters;
        this.elevators = elevators;
        this.done = new DoneList[cpus.size()];
    }

    /**
     * Connects the driver; called once, before any request is submitted, and before any queue is made
     * whose requests shall time out.
     *
     * @param newDriver the driver of all devices
     */
    public void connect(LegacyDriver newDriver) {
        driver = newDriver;
        for (Cpu cpu : cpus) {
            workers.add(new Kblockd(cpu, this, prices));
            done[cpu.number()] = new DoneList(cpu, newDriver.newCompleteRq(cpu.softirqContext()), null);
        }
    }

    /**
     * Makes a device's queue.
     *
     * @param disk the device
     */
    public RequestQueue newQueue(Disk disk) {
        String name = disk.name() + ".queue_lock";
        SpinLock lock =
                emulation.add(name, new SpinLock(topology, parameters.locks(), parameters.queueLockDataLines(), true));
        locks.add(lock);
        RequestQueueTimer timer = emulation.add(disk.name() + ".delay_work", new RequestQueueTimer(workers));
        RequestQueue queue = new RequestQueue(
                disk,
                lock.lock(),
                timer.ref(RunQueuePort.class),
                parameters,
                new RqAffinity(parameters.rqAffinity(), topology),
                elevators.make(parameters.elevator()));
        timer.belongsTo(queue);
        LegacyDriver connected = driver;
        if (connected != null && connected.timesOut()) {
            Kblockd worker = workers.get(0);
            queue.timer(emulation.add(
                    disk.name() + ".timeout", new QueueTimer(worker::cpu, () -> worker.timeoutWork(queue))));
        }
        queues.add(queue);
        return queue;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        LegacyRules rules = parameters.rules();
        return new SplittingSubmitBio(
                new LegacySubmitBio(newRunQueue(thread), rules, prices), rules.splitsInBlockLayer());
    }

    /**
     * Makes the way to write to the queues' sysfs attributes for a context.
     *
     * @param cx the thread that writes
     */
    @Override
    public QueueSysfs newSysfs(Context cx) {
        return new LegacySysfs(elevators, newRunQueue(cx));
    }

    /**
     * Makes {@code __blk_run_queue} for a context.
     *
     * @param cx the context
     */
    public RunQueue newRunQueue(Context cx) {
        return new RunQueue(driver().newRequestFn(cx));
    }

    @Nullable TimeoutRq newTimeoutRq(Context cx) {
        return driver().newTimeoutRq(cx);
    }

    private LegacyDriver driver() {
        LegacyDriver connected = driver;
        if (connected == null) {
            throw new IllegalStateException("the block layer has no driver yet");
        }
        return connected;
    }

    /** Makes {@code blk_complete_request} for a context. */
    public LegacyCompleteRequest newCompleteRequest() {
        return new LegacyCompleteRequest(this, prices);
    }

    /** Makes {@code blk_requeue_request} for a context. */
    public LegacyRequeueRequest newRequeueRequest() {
        return new LegacyRequeueRequest();
    }

    /** Makes {@code blk_end_request} for a context. */
    public LegacyEndRequest newEndRequest() {
        return new LegacyEndRequest(prices);
    }

    DoneList done(int cpu) {
        return done[cpu];
    }

    Cpu cpu(int number) {
        return cpus.get(number);
    }

    AtomicLong remoteCompletions() {
        return remoteCompletions;
    }

    /** Returns how many requests were completed by an IPI to another CPU. */
    public long remotelyCompleted() {
        return remoteCompletions.get();
    }

    /** Returns the queue_locks. */
    public List<SpinLock> locks() {
        return List.copyOf(locks);
    }

    /** Returns the queues. */
    public List<RequestQueue> queues() {
        return List.copyOf(queues);
    }
}
