package org.mqemu.scsi.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Message;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.api.stats.SteadyState;
import org.mqemu.blkmq.aio.AioRing;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.cpu.CpuPort;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.fio.FioGroup;
import org.mqemu.blkmq.fio.FioPort;
import org.mqemu.blkmq.fio.FioRun;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.blkmq.fio.FioThreadParameters;
import org.mqemu.blkmq.fio.IoPattern;
import org.mqemu.blkmq.fio.StopRule;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyParameters;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.log.Dmesg;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqParameters;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.QueueMap;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.scsi.lld.CommandIndexes;
import org.mqemu.scsi.lld.HbaDriver;
import org.mqemu.scsi.lld.HbaDriverKind;
import org.mqemu.scsi.lld.HbaLink;
import org.mqemu.scsi.lld.ScsiDebug;
import org.mqemu.scsi.lld.SubmissionQueue;
import org.mqemu.scsi.lld.TaskManagement;
import org.mqemu.scsi.midlayer.ErrorHandling;
import org.mqemu.scsi.midlayer.HostTags;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.QueueResult;
import org.mqemu.scsi.midlayer.ScsiAddress;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiErrorHandler;
import org.mqemu.scsi.midlayer.ScsiHost;
import org.mqemu.scsi.midlayer.ScsiLegacy;
import org.mqemu.scsi.midlayer.ScsiMq;
import org.mqemu.scsi.midlayer.ScsiTarget;

/** A whole small machine: CPUs, one stack, one driver, a {@link FakeHba}, fio threads. Virtual clock; runs once. */
public final class ScsiFixture {
    private static final int OTHER_VECTOR = 1_000;
    private static final long SECTORS = 1 << 20;
    private static final long IPI_LATENCY_NS = 300;
    private static final QueueLimits NO_MERGING = new QueueLimits(1 << 20, 1 << 17, 2);
    private static final LockParameters LOCKS = new LockParameters(LockKind.TICKET, 25);

    private final ScsiParameters parameters;
    private final @Nullable ErrorHandling errorHandling;
    private final long timeoutNs;
    private final Dmesg dmesg = new Dmesg();
    private @Nullable FaultyDriver faulty;
    private @Nullable ScsiErrorHandler errorHandler;
    private final Topology topology;
    private final Emulation emulation;
    private final PriceList prices = new PriceList(nsByFunction());
    private final Script script;
    private final FioRun run;
    private final List<Cpu> cpus = new ArrayList<>();
    private final List<Disk> disks = new ArrayList<>();
    private final List<ScsiDevice> devices = new ArrayList<>();
    private final List<BlockQueue> queues = new ArrayList<>();
    private final List<FakeVector> vectors = new ArrayList<>();
    private final List<FioThread> threads = new ArrayList<>();
    private final CacheLine register;
    private final ScsiHost host;
    private final BlockLayer blockLayer;
    private @Nullable BlkMq blkMq;
    private @Nullable LegacyBlock legacy;
    private final List<ScsiTarget> targets = new ArrayList<>();
    private final SpinLock hostLock;
    private @Nullable RefusingDriver refusing;
    private @Nullable FakeHba hba;
    private @Nullable HbaDriver hpsa;
    private @Nullable ScsiDebug scsiDebug;

    public ScsiFixture(ScsiParameters parameters) {
        this(parameters, null, 0);
    }

    /**
     * A machine whose driver is a {@link FaultyDriver}, and whose errors are handled.
     *
     * @param parameters the machine
     * @param newErrorHandling how errors are handled; its log is this machine's
     * @param timeoutNs how long a device may take for a command
     */
    public ScsiFixture(ScsiParameters parameters, @Nullable ErrorHandling newErrorHandling, long timeoutNs) {
        this.parameters = parameters;
        this.errorHandling = newErrorHandling;
        this.timeoutNs = timeoutNs;
        this.topology = parameters.topology();
        this.emulation = new Emulation(parameters.seed(), ClockSettings.VIRTUAL);
        this.script = emulation.add("script", new Script());
        emulation.add("watchdog", new Watchdog(errorHandling == null ? 20_000_000_000L : 3_000_000_000_000L));
        SteadyState.Rule rule = SteadyState.Rule.defaults();
        this.run = emulation.add("fio", new FioRun(new StopRule(rule, 0.05, rule, 0.01)));
        for (int i = 0; i < topology.cpus(); i++) {
            CpuParameters cpu = new CpuParameters(1.65, 1.15, IPI_LATENCY_NS, 1_000_000);
            cpus.add(emulation.add("cpu" + i, new Cpu(i, cpu, prices)));
        }
        for (Cpu cpu : cpus) {
            int sibling = topology.siblingOf(cpu.number());
            if (sibling >= 0) {
                cpu.siblingIs(cpus.get(sibling));
            }
        }
        for (int i = 0; i < parameters.devices(); i++) {
            disks.add(new Disk("sd" + (char) ('a' + i), i, SECTORS, cpus.size()));
        }
        long ns = parameters.registerNs();
        this.register = new CacheLine(
                "register", new Topology(cpus.size(), 1, 1, new LineCosts(ns, ns, ns, ns)), emulation.concurrent());
        this.hostLock = emulation.add("host0.host_lock", new SpinLock(topology, LOCKS, 1, true));
        this.host = new ScsiHost("host0", parameters.canQueue(), hostLock.lock(), line("host0.host_busy"));
        if (parameters.mq()) {
            blockLayer = mqStack();
        } else {
            blockLayer = legacyStack();
        }
    }

    private static Map<String, Long> nsByFunction() {
        Map<String, Long> ns = new TreeMap<>();
        String[] functions = {
            "__blk_mq_alloc_request",
            "__blk_mq_insert_request",
            "__blk_mq_run_hw_queue",
            "__blk_run_queue",
            "__do_softirq",
            "__elv_add_request",
            "__schedule",
            "aio_complete",
            "bio_endio",
            "blk_attempt_plug_merge",
            "blk_finish_request",
            "blk_mq_free_request",
            "blk_mq_start_request",
            "blk_start_request",
            "complete_scsi_command",
            "generic_smp_call_function_single_interrupt",
            "elv_merge",
            "get_io_u",
            "get_request",
            "handle_irq_event",
            "hrtimer_interrupt",
            "hpsa_scsi_queue_command",
            "io_completed",
            "io_getevents",
            "io_submit",
            "io_submit_one",
            "pread64",
            "scsi_debug_queuecommand",
            "scsi_device_unbusy",
            "scsi_device_unbusy_queue_locked",
            "scsi_host_queue_ready",
            "scsi_io_completion",
            "scsi_prep_fn",
            "scsi_put_command",
            "scsi_queue_rq",
            "scsi_run_queue",
            "smp_call_function_single_async",
            "try_to_wake_up",
            // blk-mq since 4.12, and SCSI over it
            "__blk_mq_alloc_requests",
            "__blk_mq_try_issue_directly",
            "blk_add_rq_to_plug",
            "blk_attempt_bio_merge",
            "blk_done_softirq",
            "blk_insert_flush",
            "blk_mq_complete_request",
            "blk_mq_dequeue_from_ctx",
            "blk_mq_dispatch_rq_list",
            "blk_mq_end_request",
            "blk_mq_flush_plug_list",
            "blk_mq_insert_requests",
            "blk_mq_run_hw_queue",
            "kblockd_work",
            "process_one_work",
            "scsi_done",
            "scsi_mq_get_budget",
            "submit_bio",
            // errors
            "blk_timeout_work",
            "hrtimer_interrupt",
            "scmd_eh_abort_handler",
            "scsi_eh_ready_devs",
            "scsi_error_handler",
            "scsi_times_out"
        };
        for (int i = 0; i < functions.length; i++) {
            ns.put(functions[i], 60L + 7 * i % 90);
        }
        ns.put("hold", 1L);
        return ns;
    }

    private CacheLine line(String name) {
        return new CacheLine(name, topology, emulation.concurrent());
    }

    private BlockLayer mqStack() {
        MqKernel kernel = parameters.kernel();
        QueueMap queueMap = QueueMap.spread(topology, parameters.layout().hwQueues(), 0, 0);
        List<TagSet> tagSets = tagSets(queueMap.queues());
        BlkMq layer = new BlkMq(
                emulation,
                topology,
                cpus,
                prices,
                new BlkMqParameters(parameters.rqAffinity(), LOCKS, 1, 1, IPI_LATENCY_NS, NO_MERGING, kernel.blkMq()));
        blkMq = layer;
        ScsiMq midLayer = new ScsiMq(layer, prices, kernel.scsi());
        LowLevelDriver driver = driver(null);
        midLayer.connect(driver);
        ScsiErrorHandler handler = newErrorHandler();
        if (handler != null) {
            midLayer.recoverWith(handler);
        }
        layer.connect(midLayer);
        for (Disk disk : disks) {
            MqQueue queue = layer.newQueue(disk, tagSets, queueMap);
            if (handler != null) {
                queue.timeoutNs(timeoutNs);
            }
            midLayer.add(device(disk), queue);
            queues.add(queue);
        }
        connect(midLayer);
        return layer;
    }

    private List<TagSet> tagSets(int queues) {
        HostTags kind = parameters.layout().tags();
        boolean concurrent = emulation.concurrent();
        List<TagSet> tagSets = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            if (i > 0 && kind == HostTags.SHARED) {
                tagSets.add(tagSets.get(0));
                continue;
            }
            String name = "host0.tags" + i;
            TagMap map = new SbitmapTags(name, kind.depth(parameters.requests(), queues), topology, concurrent);
            SharedTags shared = new SharedTags(name, map, parameters.devices(), false, 8, topology, concurrent);
            tagSets.add(emulation.add(name, new TagSet(shared, IPI_LATENCY_NS)));
        }
        return tagSets;
    }

    private BlockLayer legacyStack() {
        LegacyBlock layer = new LegacyBlock(
                emulation,
                topology,
                cpus,
                prices,
                new LegacyParameters(parameters.requests(), parameters.rqAffinity(), LOCKS, 3, NO_MERGING));
        legacy = layer;
        ScsiLegacy midLayer = new ScsiLegacy(layer, prices);
        LowLevelDriver driver =
                driver(new SbitmapTags("hpsa.cmd_pool", parameters.canQueue(), topology, emulation.concurrent()));
        midLayer.connect(driver);
        ScsiErrorHandler handler = newErrorHandler();
        if (handler != null) {
            midLayer.recoverWith(handler);
        }
        layer.connect(midLayer);
        for (Disk disk : disks) {
            RequestQueue queue = layer.newQueue(disk);
            if (handler != null) {
                queue.timeoutNs(timeoutNs);
            }
            midLayer.add(device(disk), queue);
            queues.add(queue);
        }
        connect(midLayer);
        return layer;
    }

    private ScsiDevice device(Disk disk) {
        int luns = parameters.layout().lunsPerTarget();
        int id = disk.index() / luns;
        if (id == targets.size()) {
            String name = "target0:0:" + id;
            targets.add(new ScsiTarget(name, parameters.layout().targetCanQueue(), line(name + ".target_busy")));
        }
        ScsiAddress address = new ScsiAddress(0, 0, id, disk.index() % luns);
        int depth = parameters.queueDepth();
        ScsiDevice device =
                new ScsiDevice(disk, host, targets.get(id), address, depth, line(disk.name() + ".device_busy"));
        if (parameters.mq() && parameters.kernel().budgetMap()) {
            int capacity = ScsiDevice.mapCapacity(parameters.canQueue());
            device.keepsPlacesIn(new SbitmapTags(
                    disk.name() + ".budget_map",
                    Math.min(depth, capacity),
                    capacity,
                    true,
                    topology,
                    emulation.concurrent()));
        }
        devices.add(device);
        return device;
    }

    private LowLevelDriver driver(@Nullable TagMap indexes) {
        RefusingDriver made = new RefusingDriver(hardware(indexes));
        refusing = made;
        return made;
    }

    private @Nullable ScsiErrorHandler newErrorHandler() {
        ErrorHandling given = errorHandling;
        if (given == null) {
            return null;
        }
        disks.forEach(disk -> disk.logTo(dmesg));
        errorHandler = new ScsiErrorHandler(
                emulation,
                host,
                cpus.get(0),
                new ErrorHandling(
                        given.ehTimeoutNs(),
                        given.ehDeadlineNs(),
                        given.abortsInThread(),
                        given.settles(),
                        given.loggingLevel(),
                        dmesg),
                prices);
        return errorHandler;
    }

    private LowLevelDriver hardware(@Nullable TagMap indexes) {
        if (errorHandling != null) {
            faulty = new FaultyDriver(prices.of("hrtimer_interrupt"));
            return faulty;
        }
        if (parameters.inline()) {
            scsiDebug = new ScsiDebug(prices);
            return scsiDebug;
        }
        List<Ref<VectorPort>> ports = new ArrayList<>();
        for (int i = 0; i < cpus.size(); i++) {
            Cpu cpu = cpus.get(parameters.irqCpu().applyAsInt(i));
            vectors.add(emulation.add("vector" + i, new FakeVector(i, cpu.ref(InterruptTarget.class))));
            ports.add(vectors.get(i).ref(VectorPort.class));
        }
        hba = emulation.add("hba0", new FakeHba(ports, disks.size()));
        int commands = Math.max(parameters.canQueue(), parameters.requests());
        hpsa = new HbaDriver(
                HbaDriverKind.HPSA,
                TaskManagement.of(HbaDriverKind.HPSA, true, 30_000_000_000L),
                new HbaLink(
                        hba().ref(HbaPort.class),
                        List.of(new SubmissionQueue(register, null)),
                        HbaLink.Choice.SINGLE,
                        IntStream.range(0, cpus.size()).boxed().toList(),
                        null),
                indexes == null ? CommandIndexes.ofTags(1, 1, commands) : CommandIndexes.own(indexes, 1),
                prices);
        return hpsa;
    }

    private void connect(MidLayer midLayer) {
        if (faulty != null) {
            faulty.connect(midLayer);
        } else if (scsiDebug != null) {
            scsiDebug.connect(midLayer);
        } else {
            for (int i = 0; i < vectors.size(); i++) {
                Cpu cpu = cpus.get(parameters.irqCpu().applyAsInt(i));
                hpsa().handle(i, vectors.get(i).replyQueue(), cpu, midLayer);
            }
        }
    }

    // ---- load ----

    /** Makes a thread that reads randomly from devices at a depth, in batches, until it has done a number of I/Os. */
    public FioThread load(int cpu, int depth, int batch, long ios, int... luns) {
        int number = threads.size();
        Context context = cpus.get(cpu).newThread("fio." + number, CpuMode.USR);
        AioRing ring = new AioRing(line("ring" + number), context, true, prices);
        List<BlockQueue> files = new ArrayList<>();
        for (int lun : luns) {
            files.add(queues.get(lun));
        }
        FioThread thread = new FioThread(
                number,
                new FioThreadParameters(
                        files,
                        new IoPattern(100, true, false, 8, 8, 0, SECTORS),
                        depth,
                        batch,
                        1,
                        1,
                        depth,
                        false,
                        Long.MAX_VALUE,
                        ios,
                        StatsOptions.gtodReduce(),
                        1_000_000),
                context,
                blockLayer.newSubmitBio(context),
                ring,
                run.ref(FioPort.class),
                emulation.randomStream("fio." + number),
                prices);
        threads.add(thread);
        return thread;
    }

    /** Lets a CPU hold a lock for a while. */
    public void hold(int cpu, long fromNs, long ns, Lock lock) {
        Step unlock = cx -> {
            cx.unlock(lock);
            return null;
        };
        Step held = cx -> {
            cx.charge(prices.of("hold"), Math.toIntExact(ns));
            return unlock;
        };
        Context thread = cpus.get(cpu).newThread("holder", CpuMode.SYS);
        send(fromNs, cpus.get(cpu).ref(CpuPort.class), new CpuPort.StartThread(thread, cx -> cx.lock(lock, held)));
    }

    /** Keeps a CPU busy for a while. */
    public void busy(int cpu, long fromNs, long ns) {
        Context thread = cpus.get(cpu).newThread("busy", CpuMode.SYS);
        send(fromNs, cpus.get(cpu).ref(CpuPort.class), new CpuPort.StartThread(thread, cx -> {
            cx.charge(prices.of("hold"), Math.toIntExact(ns));
            return null;
        }));
    }

    /** Starts a thread on a CPU. */
    public void start(int cpu, long atNs, Step entry) {
        Context thread = cpus.get(cpu).newThread("thread", CpuMode.SYS);
        send(atNs, cpus.get(cpu).ref(CpuPort.class), new CpuPort.StartThread(thread, entry));
    }

    /** Interrupts a CPU and notes when its handler runs. */
    public List<Long> interrupt(int cpu, long atNs) {
        List<Long> handledNs = new ArrayList<>();
        cpus.get(cpu).handleInterrupt(OTHER_VECTOR, cx -> {
            handledNs.add(cx.nowNs());
            return cx.ret();
        });
        send(atNs, cpus.get(cpu).ref(InterruptTarget.class), new Interrupt(OTHER_VECTOR));
        return handledNs;
    }

    /** Looks at something at a time. */
    public void watch(long atNs, LongConsumer look) {
        script.look(atNs, look);
    }

    /** Sends a message at a time. */
    public <T> void send(long atNs, Ref<T> to, Message<? super T> message) {
        script.at(atNs, to, message);
    }

    /** Runs until every thread has done its number of I/Os. */
    public RunResult run() {
        return runFor(Long.MAX_VALUE);
    }

    /** Runs for a time at most; checks that nothing is left over and that every I/O has ended exactly once. */
    public RunResult runFor(long ns) {
        run.connect(List.of(new FioGroup(threads, 0, 0, ns, false)), emulation.marked());
        RunResult result = emulation.run();
        assertThat(result.leftOver()).isEmpty();
        assertThat(host.busy()).isZero();
        assertThat(targets).allSatisfy(target -> assertThat(target.busy()).isZero());
        assertThat(devices).allSatisfy(device -> assertThat(device.busy()).isZero());
        long issued = 0;
        for (FioThread thread : threads) {
            assertThat(thread.reapedInAll()).isEqualTo(thread.issued());
            issued += thread.issued();
        }
        long ended = 0;
        long failed = 0;
        for (Disk disk : disks) {
            ended += disk.total().completed() + disk.total().failed();
            failed += disk.total().failed();
            assertThat(disk.total().completed() + disk.total().failed())
                    .isEqualTo(disk.total().submitted());
        }
        assertThat(ended).isEqualTo(issued);
        assertThat(failed)
                .isEqualTo(threads.stream().mapToLong(FioThread::errors).sum());
        return result;
    }

    // ---- what to look at ----

    /** Returns the driver of a machine whose errors are handled. */
    public FaultyDriver faulty() {
        FaultyDriver made = faulty;
        if (made == null) {
            throw new IllegalStateException("the driver makes no errors");
        }
        return made;
    }

    public ScsiErrorHandler errorHandler() {
        ScsiErrorHandler made = errorHandler;
        if (made == null) {
            throw new IllegalStateException("nobody handles errors");
        }
        return made;
    }

    /** Returns the lines of the kernel's log, without times. */
    public List<String> log() {
        return dmesg.messages().stream().map(Dmesg.Message::text).toList();
    }

    /** Returns the kernel's log. */
    public Dmesg dmesg() {
        return dmesg;
    }

    public FakeHba hba() {
        FakeHba made = hba;
        if (made == null) {
            throw new IllegalStateException("scsi_debug has no HBA");
        }
        return made;
    }

    public HbaDriver hpsa() {
        HbaDriver made = hpsa;
        if (made == null) {
            throw new IllegalStateException("the driver is scsi_debug");
        }
        return made;
    }

    public SpinLock hostLock() {
        return hostLock;
    }

    /** Lets the driver refuse commands, by the device and the count of commands that it was asked to queue before. */
    public ScsiFixture answers(BiFunction<ScsiDevice, Integer, QueueResult> answer) {
        if (refusing != null) {
            refusing.answers(answer);
        }
        return this;
    }

    /** Returns a device's queue_lock. */
    public SpinLock queueLock(int lun) {
        LegacyBlock made = legacy;
        if (made == null) {
            throw new IllegalStateException("scsi-mq has no queue_lock");
        }
        return made.locks().get(lun);
    }

    public MqQueue mqQueue(int lun) {
        return (MqQueue) queues.get(lun);
    }

    /** Returns how many requests were completed by an IPI to another CPU. */
    public long remotelyCompleted() {
        BlkMq mq = blkMq;
        LegacyBlock old = legacy;
        return mq != null ? mq.remotelyCompleted() : old == null ? 0 : old.remotelyCompleted();
    }

    public ScsiHost host() {
        return host;
    }

    public ScsiDevice device(int lun) {
        return devices.get(lun);
    }

    public Disk disk(int lun) {
        return disks.get(lun);
    }

    public Cpu cpu(int number) {
        return cpus.get(number);
    }

    public FakeVector vector(int number) {
        return vectors.get(number);
    }

    /** Returns the calls of a function on all CPUs, in all modes. */
    public long calls(String function) {
        long sum = 0;
        for (Cpu cpu : cpus) {
            for (CpuMode mode : CpuMode.values()) {
                sum += calls(cpu.number(), function, mode);
            }
        }
        return sum;
    }

    /** Returns the calls of a function on a CPU in a mode. */
    public long calls(int cpu, String function, CpuMode mode) {
        return cpus.get(cpu).measured().functionCalls(prices.of(function).id(), mode);
    }
}
