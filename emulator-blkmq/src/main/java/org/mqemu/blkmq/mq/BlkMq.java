package org.mqemu.blkmq.mq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.RqAffinity;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.DoneList;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.QueueTimer;
import org.mqemu.blkmq.elevator.Tunables;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.topology.Topology;

/** blk-mq of one host: makes the queues of its devices, and its functions for each context that calls them. */
public final class BlkMq implements BlockLayer {
    /** The name of having no scheduler. */
    public static final String NO_SCHEDULER = "none";

    private static final int BLKDEV_DEFAULT_RQ = 128;
    private static final int MAX_SCHED_RQ = 16 * BLKDEV_DEFAULT_RQ;

    private final Emulation emulation;
    private final Topology topology;
    private final List<Cpu> cpus;
    private final PriceList prices;
    private final BlkMqParameters parameters;
    private final ElevatorFactory elevators;
    private final Generation generation;
    private final Map<String, Lock> schedulerLocks = new LinkedHashMap<>();
    private final List<DoneList> done = new ArrayList<>();
    private final List<KWorker> workers = new ArrayList<>();
    private final List<SpinLock> locks = new ArrayList<>();
    private final List<CacheLine> lines = new ArrayList<>();
    private final CompleteRq[] completers;
    private final AtomicLong remoteCompletions = new AtomicLong();
    private final @Nullable Price queueWorkPrice;
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
        this(emulation, topology, cpus, prices, parameters, ElevatorFactory.NONE);
    }

    /**
     * Creates a block layer without devices.
     *
     * @param emulation the machine that its actors are added to
     * @param topology the CPUs' topology
     * @param cpus the CPUs
     * @param prices the kernel's price list
     * @param parameters what is set for its queues
     * @param elevators the schedulers that queues may be given
     */
    public BlkMq(
            Emulation emulation,
            Topology topology,
            List<Cpu> cpus,
            PriceList prices,
            BlkMqParameters parameters,
            ElevatorFactory elevators) {
        this.elevators = elevators;
        this.emulation = emulation;
        this.topology = topology;
        this.cpus = List.copyOf(cpus);
        this.prices = prices;
        this.parameters = parameters;
        this.completers = new CompleteRq[cpus.size()];
        BlkMqRules rules = parameters.rules();
        this.queueWorkPrice = isEarly() ? null : prices.of("kblockd_work");
        this.generation = isEarly()
                ? new EarlyGeneration(this, rules, prices)
                : new LaterGeneration(this, rules, parameters.lines().request(), topology, prices);
    }

    /**
     * Connects the driver; called once, before any queue is made.
     *
     * @param newDriver the driver of all devices
     */
    public void connect(MqDriver newDriver) {
        driver = newDriver;
        Price workPrice = isEarly() ? null : prices.of("process_one_work");
        for (Cpu cpu : cpus) {
            completers[cpu.number()] = newDriver.newCompleteRq(cpu.hardirqContext());
            if (!isEarly()) {
                done.add(new DoneList(
                        cpu, newDriver.newCompleteRq(cpu.softirqContext()), prices.of("blk_done_softirq")));
            }
            workers.add(new KWorker(cpu, this, prices, workPrice));
        }
    }

    /**
     * Makes a device's queue with one hardware queue that all CPUs share.
     *
     * @param disk the device
     * @param tagSet the tags
     */
    public MqQueue newQueue(Disk disk, TagSet tagSet) {
        return newQueue(disk, List.of(tagSet), QueueMap.spread(topology, 1, 0, 0));
    }

    /**
     * Makes a device's queue.
     *
     * @param disk the device
     * @param tagSets the driver tags of each hardware queue; the same one for several if they share it
     * @param map which hardware queue serves which CPU
     */
    public MqQueue newQueue(Disk disk, List<TagSet> tagSets, QueueMap map) {
        SoftwareQueue[] software = new SoftwareQueue[cpus.size()];
        List<Hctx> hardware = new ArrayList<>();
        for (int i = 0; i < map.queues(); i++) {
            hardware.add(newHctx(disk, i, tagSets.get(i), i == 0 ? null : hardware.get(i - 1), map));
        }
        for (int cpu = 0; cpu < software.length; cpu++) {
            software[cpu] = new SoftwareQueue(
                    cpu,
                    lock(
                            disk.name() + ".ctx" + cpu + ".lock",
                            parameters.lines().ctxLock(),
                            false));
        }
        QueueGate gate = emulation.add(disk.name() + ".gate", new QueueGate(parameters.ipiLatencyNs()));
        MqQueue queue = new MqQueue(
                disk,
                parameters.limits(),
                new RqAffinity(parameters.rqAffinity(), topology),
                software,
                hardware,
                map,
                gate);
        hardware.forEach(hctx -> hctx.belongsTo(queue));
        if (parameters.rules().tracesJoins()) {
            disk.tracesJoins();
        }
        if (driver().timesOut()) {
            KWorker worker = workers.get(0);
            queue.timer(emulation.add(
                    disk.name() + ".timeout", new QueueTimer(worker::cpu, () -> worker.timeoutWork(queue))));
        }
        return queue;
    }

    private Hctx newHctx(Disk disk, int index, TagSet tags, @Nullable Hctx before, QueueMap map) {
        String name = disk.name() + ".hctx" + index;
        HardwareQueue actor = emulation.add(name, new HardwareQueue(parameters.ipiLatencyNs()));
        List<Integer> served = Arrays.stream(map.cpusOf(index)).boxed().toList();
        Lock dispatchLock = lock(name + ".lock", parameters.lines().hctxLock(), false);
        boolean schedulers = !elevators.names().isEmpty();
        Hctx hctx = new Hctx(
                new Hctx.Identity(name, index, map.typeOf(index), served, cpus.size()),
                new Hctx.Locks(
                        dispatchLock,
                        schedulers
                                ? lock(name + ".sched_lock", parameters.lines().hctxLock(), false)
                                : dispatchLock,
                        isEarly()
                                ? lock(
                                        name + ".requeue_lock",
                                        parameters.lines().hctxLock(),
                                        true)
                                : lock(
                                        name + ".mq_flush_lock",
                                        parameters.lines().hctxLock(),
                                        true)),
                line(name + ".ctx_map"),
                line(name + ".counters"),
                actor.ref(HctxPort.class),
                tags,
                schedulers ? schedTags(name, tags, before) : null);
        actor.connect(hctx, workers);
        return hctx;
    }

    /**
     * blk_mq_init_sched: twice as many as driver tags, at most twice 128; up to 2048 by sysfs. Those of the hardware queue
     * before serve if both have the same driver tags.
     */
    private TagSet schedTags(String hctx, TagSet tags, @Nullable Hctx before) {
        if (before != null && before.tags() == tags && parameters.rules().sharesSchedTags()) {
            return before.schedTags();
        }
        String name = hctx + ".sched_tags";
        int depth = 2 * Math.min(tags.tags().map().depth(), BLKDEV_DEFAULT_RQ);
        boolean concurrent = emulation.concurrent();
        TagMap map = new SbitmapTags(name, depth, MAX_SCHED_RQ, true, topology, concurrent);
        SharedTags shared = new SharedTags(name, map, 1, false, SharedTags.WAKE_BATCH, topology, concurrent);
        return emulation.add(name, new TagSet(shared, parameters.ipiLatencyNs()));
    }

    /**
     * Gives a queue a scheduler; before the run, or while the queue is frozen.
     *
     * @param queue the device's queue
     * @param name the scheduler's name, or {@code none}
     */
    public void scheduler(MqQueue queue, String name) {
        if (queue.scheduler().equals(name)) {
            return; // as elevator_switch: nothing changes
        }
        if (name.equals(NO_SCHEDULER)) {
            queue.elevator(null);
            queue.nrRequests(queue.hardwareQueues().get(0).tags().tags().map().depth());
            return;
        }
        checkScheduler(name);
        Lock lock = schedulerLocks.computeIfAbsent(
                queue.disk().name() + "." + name + ".lock",
                lockName -> lock(lockName, parameters.lines().schedulerLock(), name.equals("bfq")));
        for (Hctx hctx : queue.hardwareQueues()) {
            hctx.schedTags()
                    .tags()
                    .map()
                    .resize(2 * Math.min(hctx.tags().tags().map().depth(), BLKDEV_DEFAULT_RQ));
        }
        queue.nrRequests(queue.hardwareQueues().get(0).schedTags().tags().map().depth());
        queue.elevator(
                new ElevatorQueue(elevators.make(name, cpus.size(), queue.map(), queue.nrRequests()), lock, prices));
    }

    /**
     * Checks a scheduler's name.
     *
     * @throws IllegalArgumentException if queues have no such scheduler
     */
    void checkScheduler(String name) {
        if (!name.equals(NO_SCHEDULER) && !elevators.names().contains(name)) {
            throw new IllegalArgumentException(
                    "there is no scheduler " + name + " for blk-mq here, but none and " + elevators.names());
        }
    }

    /**
     * Checks that one scheduler at least has such a tunable and takes the value.
     *
     * @throws IllegalArgumentException if none does
     */
    void checkTunable(String name, long value) {
        Set<String> known = new TreeSet<>();
        IllegalArgumentException refused = null;
        for (String scheduler : elevators.names()) {
            Tunables tunables = elevators
                    .make(scheduler, cpus.size(), QueueMap.spread(topology, 1, 0, 0), BLKDEV_DEFAULT_RQ)
                    .tunables();
            known.addAll(tunables.names());
            if (tunables.names().contains(name)) {
                try {
                    tunables.set(name, value);
                    return;
                } catch (IllegalArgumentException e) {
                    refused = e;
                }
            }
        }
        throw refused != null
                ? refused
                : new IllegalArgumentException("no scheduler here has a tunable " + name + ", but " + known);
    }

    /**
     * Changes nr_requests (blk_mq_update_nr_requests); before the run, or while the queue is frozen. More than there
     * are driver tags is not taken without a scheduler, as the kernel answers EINVAL.
     *
     * @param queue the device's queue
     * @param number how many
     * @return whether it was taken
     */
    public boolean nrRequests(MqQueue queue, int number) {
        boolean scheduled = queue.elevator() != null;
        for (Hctx hctx : queue.hardwareQueues()) {
            TagMap map = (scheduled ? hctx.schedTags() : hctx.tags()).tags().map();
            if (number > map.capacity()) {
                return false;
            }
            map.resize(number);
        }
        queue.nrRequests(number);
        return true;
    }

    /** Returns whether queues have a time slice (time_slice_us): up to 4.11, as a patch for 4.5 brought it. */
    boolean hasTimeSlice() {
        return isEarly();
    }

    /**
     * Changes time_slice_us, at any time.
     *
     * @param queue the device's queue
     * @param ns the length of a software queue's time slice, in nanoseconds; 0 for none
     */
    public void timeSlice(MqQueue queue, long ns) {
        queue.hardwareQueues().forEach(hctx -> hctx.timeSlice().lengthNs(ns));
    }

    @Override
    public QueueSysfs newSysfs(Context thread) {
        return new MqSysfs(this, isEarly() ? null : new FreezeQueue(newRunHwQueues()));
    }

    /** Makes the locks of all schedulers that a queue may be given while it runs; before the run. */
    public void prepareSchedulers(MqQueue queue) {
        for (String name : elevators.names()) {
            schedulerLocks.computeIfAbsent(
                    queue.disk().name() + "." + name + ".lock",
                    lockName -> lock(lockName, parameters.lines().schedulerLock(), name.equals("bfq")));
        }
    }

    private boolean isEarly() {
        return parameters.rules().generation() == MqGeneration.EARLY;
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

    MqDriver driver() {
        MqDriver connected = driver;
        if (connected == null) {
            throw new IllegalStateException("blk-mq has no driver yet");
        }
        return connected;
    }

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return generation.newSubmitBio(thread);
    }

    RunHwQueue newRunHwQueue(Context cx) {
        return generation.newRunHwQueue(cx);
    }

    /** Makes {@code blk_mq_complete_request} for a context. */
    public MqCompleteRequest newCompleteRequest(Context cx) {
        return new MqCompleteRequest(
                this,
                driver().newCompleteRq(cx),
                generation.completionRules(),
                isEarly() ? null : prices.of("blk_mq_complete_request"),
                prices.of("smp_call_function_single_async"));
    }

    /** Makes {@code blk_mq_requeue_request} for a context. */
    public RequeueRequest newRequeueRequest() {
        return new RequeueRequest(isEarly() ? null : prices.of("kblockd_work"), prices);
    }

    RequeueWork newRequeueWork() {
        return isEarly() ? new EarlyRequeueWork() : new LaterRequeueWork();
    }

    /** Makes {@code blk_mq_end_request} for a context. */
    public MqEndRequest newEndRequest() {
        return generation.newEndRequest();
    }

    /**
     * Makes blk_mq_run_hw_queues for a context: lets kblockd run all hardware queues of a device for which anything
     * waits.
     */
    public RunHwQueues newRunHwQueues() {
        return new RunHwQueues(parameters.rules(), null, queueWorkPrice);
    }

    /**
     * Makes blk_mq_run_hw_queues without async for a thread: runs the hardware queues of a device for which anything waits,
     * here if they serve this CPU.
     *
     * @param thread the thread
     */
    public RunHwQueues newRunHwQueuesHere(Context thread) {
        return new RunHwQueues(parameters.rules(), newRunHwQueue(thread), queueWorkPrice);
    }

    /**
     * Lets kblockd run a driver's function on this CPU (kblockd_schedule_work).
     *
     * @param work the function
     * @param cx the context that asks
     */
    public void queueWork(KblockdWork work, Context cx) {
        if (work.queue()) {
            Price price = queueWorkPrice;
            if (price != null) {
                cx.charge(price);
            }
            KWorker worker = workers.get(cx.cpuNumber());
            cx.send(worker.cpu(), worker.work(work), cx.nowNs());
        }
    }

    /**
     * Runs the hardware queue of a CPU later (blk_mq_delay_run_hw_queue of the one that it dispatches for).
     *
     * @param queue the device's queue
     * @param cx the context that asks
     * @param delayNs how much later, in nanoseconds
     */
    public void delayHwQueue(MqQueue queue, Context cx, long delayNs) {
        Hctx hctx = queue.defaultHctxOf(cx.cpuNumber());
        cx.send(hctx.port(), new HctxPort.RunDelayed(cx.cpuNumber(), delayNs, true, isEarly()), cx.nowNs());
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
     * Runs a device's hardware queues later, even if nothing of it is in flight (blk_mq_delay_queue up to 4.11,
     * blk_mq_delay_run_hw_queues).
     *
     * @param queue the device's queue
     * @param cx the context that asks
     * @param delayNs how much later, in nanoseconds
     */
    public void delayQueue(MqQueue queue, Context cx, long delayNs) {
        boolean ifStopped = isEarly();
        for (Hctx hctx : queue.hardwareQueues()) {
            if (parameters.rules().asksThroughOneQueue() && !queue.mayRun(hctx, cx.cpuNumber())) {
                continue;
            }
            cx.send(hctx.port(), new HctxPort.RunDelayed(cx.cpuNumber(), delayNs, true, ifStopped), cx.nowNs());
        }
    }

    DoneList doneOf(int cpu) {
        return done.get(cpu);
    }

    CompleteRq completerOf(int cpu) {
        return completers[cpu];
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

    /** Returns the spinlocks of the block layer. */
    public List<SpinLock> locks() {
        return List.copyOf(locks);
    }

    /** Returns the cache lines of the block layer that the report names. */
    public List<CacheLine> lines() {
        return List.copyOf(lines);
    }
}
