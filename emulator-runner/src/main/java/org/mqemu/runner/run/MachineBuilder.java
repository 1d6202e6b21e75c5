package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.settings.Problem;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyElevators;
import org.mqemu.blkmq.legacy.LegacyParameters;
import org.mqemu.blkmq.legacy.LegacyRules;
import org.mqemu.blkmq.legacy.RequestQueue;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.BlkMqParameters;
import org.mqemu.blkmq.mq.BlkMqRules;
import org.mqemu.blkmq.mq.ElevatorFactory;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.tag.PercpuIdaTags;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.devices.irq.IrqVector;
import org.mqemu.runner.scenario.DriverKind;
import org.mqemu.runner.scenario.DriverSettings;
import org.mqemu.runner.scenario.KernelSettings;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.runner.scenario.Stack;
import org.mqemu.runner.scenario.TagKind;
import org.mqemu.scsi.lld.Hpsa;
import org.mqemu.scsi.lld.NullBlk;
import org.mqemu.scsi.lld.ScsiDebug;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiHost;
import org.mqemu.scsi.midlayer.ScsiLegacy;
import org.mqemu.scsi.midlayer.ScsiMq;
import org.mqemu.scsi.midlayer.ScsiMqRules;

/** Puts a machine together as a scenario describes it. The order in which parts are made is part of a run's identity. */
final class MachineBuilder {
    private static final int BLKDEV_MAX_RQ = 128;

    private final Scenario scenario;
    private final KernelSettings kernel;
    private final Machine machine;
    private final LockParameters locks;
    private final Topology topology;

    private MachineBuilder(Scenario scenario, Emulation emulation) {
        this.scenario = scenario;
        this.kernel = scenario.kernel();
        this.topology = scenario.machine().topology();
        this.locks = new LockParameters(kernel.lockKind(), scenario.machine().lockInvalidationNs());
        this.machine = new Machine(emulation, scenario);
    }

    static Machine build(Scenario scenario, Emulation emulation) {
        MachineBuilder builder = new MachineBuilder(scenario, emulation);
        switch (scenario.stack()) {
            case LEGACY -> builder.buildLegacy();
            case SCSI_MQ -> builder.buildMq();
            case BLK_MQ -> builder.buildNullBlk();
        }
        return builder.machine;
    }

    private Emulation emulation() {
        return machine.emulation;
    }

    private long ipiLatencyNs() {
        return scenario.machine().cpu().ipiLatencyNs();
    }

    private BlkMq blkMq() {
        BlkMq blkMq = new BlkMq(
                emulation(),
                topology,
                machine.cpus,
                kernel.prices(),
                new BlkMqParameters(
                        scenario.queue().rqAffinity(),
                        locks,
                        new BlkMqParameters.Lines(
                                kernel.ctxLockLines(),
                                kernel.hctxLockLines(),
                                kernel.schedulerLockLines(),
                                kernel.requestLines()),
                        ipiLatencyNs(),
                        scenario.queue().limits(),
                        kernel.blkMq()),
                isEarly()
                        ? ElevatorFactory.NONE
                        : new MqElevators(
                                kernel.deadlinePriorities(), scenario.queue().rotational()));
        machine.blkMq = blkMq;
        return blkMq;
    }

    private boolean isEarly() {
        return kernel.blkMq().generation() == MqGeneration.EARLY;
    }

    /** The driver tags of a host's or a device's hardware queues. */
    private List<TagSet> tagSets(String name, int depth, int users) {
        int queues = scenario.driver().map().queues();
        List<TagSet> sets = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            boolean shared = i > 0 && scenario.driver().sharedTags();
            String own = queues == 1 || scenario.driver().sharedTags() ? name : name + i;
            sets.add(shared ? sets.get(0) : emulation().add(own, tagSet(own, depth, users)));
        }
        sets.stream().distinct().forEach(machine.tagSets::add);
        return sets;
    }

    private MqQueue queue(BlkMq blkMq, Disk disk, List<TagSet> tagSets) {
        MqQueue queue = blkMq.newQueue(disk, tagSets, scenario.driver().map());
        queue.writeCache(scenario.queue().writeCache());
        blkMq.prepareSchedulers(queue);
        blkMq.scheduler(queue, scenario.queue().scheduler());
        int nrRequests = scenario.queue().nrRequests();
        if (nrRequests != 0 && !isEarly() && !blkMq.nrRequests(queue, nrRequests)) {
            throw new SettingsException(new Problem(
                    "the scenario",
                    "queue.nr-requests",
                    nrRequests + " is more than " + disk.name() + " can have with " + queue.scheduler(),
                    "without a scheduler it is at most the number of tags, with one 2048; 0 is the kernel's default"));
        }
        blkMq.timeSlice(queue, scenario.queue().timeSliceNs());
        machine.queues.add(queue);
        return queue;
    }

    private void buildMq() {
        List<TagSet> tagSets = tagSets("host0.tags", scenario.host().canQueue(), machine.disks.size());
        ScsiHost host = host(null);
        BlkMq blkMq = blkMq();
        ScsiMq midLayer = new ScsiMq(
                blkMq,
                kernel.prices(),
                isEarly()
                        ? ScsiMqRules.EARLY
                        : new ScsiMqRules(
                                true,
                                kernel.blkMq().rerun() == BlkMqRules.Rerun.EVERY_QUEUE,
                                kernel.scsi().countsHostBusy()));
        LowLevelDriver driver = driver(null);
        midLayer.connect(driver);
        blkMq.connect(midLayer);
        for (Disk disk : machine.disks) {
            midLayer.add(device(disk, host), queue(blkMq, disk, tagSets));
        }
        connect(driver, midLayer);
        machine.locks.addAll(blkMq.locks());
        blkMq.lines().forEach(machine.probe::watch);
    }

    private void buildNullBlk() {
        BlkMq blkMq = blkMq();
        DriverSettings driver = scenario.driver();
        blkMq.connect(new NullBlk(blkMq, driver.irqMode(), driver.completionNs(), driver.loseEvery(), kernel.prices()));
        for (Disk disk : machine.disks) {
            queue(blkMq, disk, tagSets(disk.name() + ".tags", driver.hwQueueDepth(), 1));
        }
        machine.locks.addAll(blkMq.locks());
        blkMq.lines().forEach(machine.probe::watch);
    }

    private void buildLegacy() {
        ScsiHost host = host(
                machine.lock("host0.host_lock", locks, kernel.hostLockLines()).lock());
        LegacyBlock block = new LegacyBlock(
                emulation(),
                topology,
                machine.cpus,
                kernel.prices(),
                new LegacyParameters(
                        scenario.queue().nrRequests() == 0
                                ? BLKDEV_MAX_RQ
                                : scenario.queue().nrRequests(),
                        scenario.queue().rqAffinity(),
                        locks,
                        kernel.queueLockLines(),
                        scenario.queue().limits(),
                        scenario.queue().scheduler(),
                        scenario.queue().writeCache(),
                        LegacyRules.V3_15),
                new LegacyElevators(scenario.queue().rotational()));
        machine.legacy = block;
        ScsiLegacy midLayer = new ScsiLegacy(block, kernel.prices());
        LowLevelDriver driver = driver(new SbitmapTags(
                "hpsa.cmd_pool",
                scenario.host().canQueue(),
                topology,
                emulation().concurrent()));
        midLayer.connect(driver);
        block.connect(midLayer);
        for (Disk disk : machine.disks) {
            RequestQueue queue = block.newQueue(disk);
            machine.probe.watch(disk.name() + Machine.NR_REQUESTS, queue::waits);
            machine.probe.audits(
                    (audit, holder) -> audit.mustBeZero(holder, "requests of " + disk.name(), queue.allocated()));
            midLayer.add(device(disk, host), queue);
            machine.queues.add(queue);
        }
        connect(driver, midLayer);
        machine.locks.addAll(block.locks());
    }

    private TagSet tagSet(String name, int depth, int users) {
        boolean concurrent = emulation().concurrent();
        TagMap map = kernel.tagKind() == TagKind.PERCPU_IDA
                ? new PercpuIdaTags(name, depth, topology, concurrent)
                : new SbitmapTags(
                        name, depth, depth, kernel.tagKind() == TagKind.SBITMAP_DEFERRED, topology, concurrent);
        SharedTags shared =
                new SharedTags(name, map, users, kernel.fairShare(), kernel.wakesPerBatch(), topology, concurrent);
        return new TagSet(shared, ipiLatencyNs());
    }

    private ScsiHost host(@Nullable Lock hostLock) {
        ScsiHost host = new ScsiHost("host0", scenario.host().canQueue(), hostLock, machine.line("host0.host_busy"));
        machine.probe.watch("host0.host_busy", host::places);
        machine.probe.audits(host::audit);
        return host;
    }

    private ScsiDevice device(Disk disk, ScsiHost host) {
        ScsiDevice device =
                new ScsiDevice(disk, host, scenario.host().queueDepth(), machine.line(disk.name() + ".device_busy"));
        if (scenario.stack() == Stack.SCSI_MQ && kernel.scsi().budgetMap()) {
            device.keepsPlacesIn(new SbitmapTags(
                    disk.name() + ".budget_map",
                    scenario.host().queueDepth(),
                    scenario.host().queueDepth(),
                    true,
                    topology,
                    emulation().concurrent()));
        }
        machine.probe.watch(disk.name() + ".device_busy", device::places);
        machine.probe.audits((audit, holder) ->
                audit.mustBeZero(holder, "commands in " + disk.name() + ".device_busy", device.busy()));
        return device;
    }

    private LowLevelDriver driver(@Nullable TagMap indexes) {
        if (scenario.host().driver() == DriverKind.SCSI_DEBUG) {
            return new ScsiDebug(kernel.prices(), scenario.driver().delayNs());
        }
        Ref<HbaPort> hba = machine.makeHardware();
        return new Hpsa(hba, register(), indexes, scenario.host().canQueue(), kernel.prices());
    }

    /** A register write costs the same whoever wrote last, but one is done after the other. */
    private CacheLine register() {
        long ns = scenario.host().registerWriteNs();
        Topology flat = new Topology(1, topology.cpus(), 1, new LineCosts(ns, ns, ns, ns));
        CacheLine register =
                new CacheLine("hba0.submission_register", flat, emulation().concurrent());
        machine.probe.watch(register);
        return register;
    }

    private void connect(LowLevelDriver driver, MidLayer midLayer) {
        if (driver instanceof ScsiDebug scsiDebug) {
            scsiDebug.connect(midLayer);
        } else if (driver instanceof Hpsa hpsa) {
            List<Cpu> cpus = new ArrayList<>(machine.cpus);
            for (IrqVector vector : machine.vectors) {
                hpsa.handle(vector.number(), vector.replyQueue(), cpus.get(vector.number()), midLayer);
            }
        }
    }
}
