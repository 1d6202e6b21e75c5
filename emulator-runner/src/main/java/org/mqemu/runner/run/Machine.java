package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.log.Dmesg;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.devices.drive.SsdDrive;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.LogicalUnit;
import org.mqemu.devices.hba.Hba;
import org.mqemu.devices.hba.HbaLun;
import org.mqemu.devices.irq.IrqVector;
import org.mqemu.devices.volume.StripedVolume;
import org.mqemu.runner.scenario.HardwareSettings;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.scsi.lld.HbaDriver;
import org.mqemu.scsi.midlayer.ScsiAddress;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiErrorHandler;

/** The parts of an emulated machine, as they were put together; what a report is drawn from. */
final class Machine {
    /** What the name of a legacy queue's pool of requests ends with. */
    static final String NR_REQUESTS = ".nr_requests";

    /** What the name of a driver's pool of commands ends with. */
    static final String COMMANDS = ".commands";

    final Emulation emulation;
    final Scenario scenario;
    final List<Cpu> cpus = new ArrayList<>();
    final List<Disk> disks = new ArrayList<>();
    final List<BlockQueue> queues = new ArrayList<>();
    final List<SpinLock> locks = new ArrayList<>();
    final MemoryProbe probe;
    /** The kernel's log. */
    final Dmesg dmesg = new Dmesg();

    final List<ScsiDevice> devices = new ArrayList<>();
    final List<ScsiErrorHandler> recoveries = new ArrayList<>();
    final List<IrqVector> vectors = new ArrayList<>();
    final List<SsdDrive> drives = new ArrayList<>();
    final List<LogicalUnit> units = new ArrayList<>();

    @Nullable Hba hba;

    @Nullable HbaDriver driver;

    final List<TagSet> tagSets = new ArrayList<>();

    @Nullable BlkMq blkMq;

    @Nullable LegacyBlock legacy;

    /** A driver that takes bios. */
    @Nullable BlockLayer bioLayer;

    Machine(Emulation emulation, Scenario scenario) {
        this.emulation = emulation;
        this.scenario = scenario;
        makeCpus();
        makeDisks();
        probe = emulation.add("memory-probe", new MemoryProbe());
    }

    private void makeCpus() {
        int count = scenario.machine().topology().cpus();
        for (int i = 0; i < count; i++) {
            cpus.add(emulation.add(
                    "cpu" + i,
                    new Cpu(i, scenario.machine().cpu(), scenario.kernel().prices())));
        }
        for (int i = 0; i < count; i++) {
            int sibling = scenario.machine().topology().siblingOf(i);
            if (sibling >= 0) {
                cpus.get(i).siblingIs(cpus.get(sibling));
            }
        }
    }

    private void makeDisks() {
        scenario.devices().forEach((name, index) -> {
            Disk disk = new Disk(name, index, scenario.deviceSectors(), cpus.size());
            disk.logTo(dmesg);
            disks.add(disk);
            for (Cpu cpu : cpus) {
                cpu.whenMarked(begin -> disk.mark(cpu.number(), begin, cpu.nowNs()));
            }
        });
    }

    CacheLine line(String name) {
        CacheLine line = new CacheLine(name, scenario.machine().topology(), emulation.concurrent());
        probe.watch(line);
        return line;
    }

    SpinLock lock(String name, LockParameters parameters, int dataLines) {
        SpinLock lock = emulation.add(name, new SpinLock(scenario.machine().topology(), parameters, dataLines, true));
        locks.add(lock);
        return lock;
    }

    BlockLayer blockLayer() {
        BlkMq mq = blkMq;
        LegacyBlock old = legacy;
        BlockLayer bios = bioLayer;
        if (mq != null) {
            return mq;
        } else if (old != null) {
            return old;
        } else if (bios != null) {
            return bios;
        }
        throw new IllegalStateException("the machine has no block layer yet");
    }

    /** Where a disk is; the hosts of an HBA take their disks in turn. */
    ScsiAddress addressOf(Disk disk) {
        int hosts = scenario.hosts();
        return scenario.host().targets().address(disk.index() % hosts, disk.index() / hosts);
    }

    /** Makes the drives, the volumes, the vectors and the HBA, and returns the HBA's address. */
    Ref<HbaPort> makeHardware() {
        HardwareSettings hardware = scenario.hardware();
        List<HbaLun> luns = new ArrayList<>();
        for (Disk disk : disks) {
            ScsiAddress address = addressOf(disk);
            int target = scenario.hosts() == 1 ? address.target() : disk.index();
            luns.add(new HbaLun(makeUnit(disk, makeVolume(disk, hardware)), address.channel(), target));
        }
        List<Ref<VectorPort>> replyQueues = new ArrayList<>();
        for (int i = 0; i < hardware.vectors().vectors(); i++) {
            IrqVector vector =
                    emulation.add("vector" + i, new IrqVector(i, hardware.irqLatencyNs(), hardware.coalescing()));
            vector.setAffinity(cpus.get(hardware.vectors().interruptedCpu(i)).ref(InterruptTarget.class));
            vectors.add(vector);
            replyQueues.add(vector.ref(VectorPort.class));
        }
        Hba made = emulation.add(
                "hba0",
                new Hba(hardware.hba(), luns, replyQueues, scenario.faults().hba()));
        made.unitsHold(
                () -> units.stream().mapToLong(LogicalUnit::neverAnswered).sum());
        hba = made;
        return made.ref(HbaPort.class);
    }

    /** Puts a logical unit in front of a device that may misbehave or whose queue has an end. */
    private Ref<BlockTarget> makeUnit(Disk disk, Ref<BlockTarget> device) {
        List<FaultRule> faults = scenario.faults().of(disk.name());
        int queueLimit = scenario.hardware().queueLimit();
        if (faults.isEmpty() && queueLimit == 0) {
            return device;
        }
        LogicalUnit unit = emulation.add(disk.name(), new LogicalUnit(device, queueLimit, faults));
        units.add(unit);
        return unit.ref(BlockTarget.class);
    }

    private Ref<BlockTarget> makeVolume(Disk disk, HardwareSettings hardware) {
        List<Ref<BlockTarget>> members = new ArrayList<>();
        int count = hardware.stripes().members();
        for (int i = 0; i < count; i++) {
            SsdDrive drive = emulation.add(
                    count == 1 ? disk.name() + ".drive" : disk.name() + ".drive" + i, new SsdDrive(hardware.drive()));
            drives.add(drive);
            members.add(drive.ref(BlockTarget.class));
        }
        if (count == 1) {
            return members.get(0);
        }
        return emulation
                .add(disk.name() + ".volume", new StripedVolume(hardware.stripes(), members))
                .ref(BlockTarget.class);
    }
}
