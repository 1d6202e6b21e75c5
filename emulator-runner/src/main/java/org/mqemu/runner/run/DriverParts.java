package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.irq.VectorMap;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.topology.LineCosts;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.devices.irq.IrqVector;
import org.mqemu.runner.scenario.DriverKind;
import org.mqemu.runner.scenario.MachineSettings;
import org.mqemu.scsi.lld.CommandIndexes;
import org.mqemu.scsi.lld.GlobalSection;
import org.mqemu.scsi.lld.HbaDriver;
import org.mqemu.scsi.lld.HbaDriverKind;
import org.mqemu.scsi.lld.HbaLink;
import org.mqemu.scsi.lld.ScsiDebug;
import org.mqemu.scsi.lld.SubmissionQueue;
import org.mqemu.scsi.lld.TaskManagement;
import org.mqemu.scsi.midlayer.LowLevelDriver;
import org.mqemu.scsi.midlayer.MidLayer;

/** Makes a low-level driver with the hardware behind it. */
final class DriverParts {
    private final Kit kit;

    DriverParts(Kit kit) {
        this.kit = kit;
    }

    /**
     * Makes the driver of the scenario.
     *
     * @param indexes how an HBA's commands are numbered
     */
    LowLevelDriver driver(CommandIndexes indexes) {
        DriverKind driver = kit.scenario.host().driver();
        if (driver == DriverKind.SCSI_DEBUG) {
            return new ScsiDebug(
                    kit.kernel.prices(),
                    kit.scenario.driver().delayNs(),
                    kit.scenario.driver().faults());
        }
        HbaDriverKind kind =
                driver.hba().orElseThrow(() -> new IllegalStateException(driver + " is no driver of a SCSI host"));
        HbaDriver made = new HbaDriver(
                kind,
                TaskManagement.of(
                        kind,
                        kind != HbaDriverKind.HPSA || kit.kernel.scsi().hpsaAborts(),
                        kit.scenario.host().errors().taskTimeoutNs()),
                link(kit.machine.makeHardware()),
                indexes,
                kit.kernel.prices());
        kit.machine.driver = made;
        return made;
    }

    private HbaLink link(Ref<HbaPort> hba) {
        HbaLink.Choice choice =
                switch (kit.scenario.host().driver()) {
                    case SCSI_EXPRESS, IB_SRP -> HbaLink.Choice.BY_HARDWARE_QUEUE;
                    case AHCI -> HbaLink.Choice.BY_DEVICE;
                    default -> HbaLink.Choice.SINGLE;
                };
        int queues =
                switch (choice) {
                    case SINGLE -> 1;
                    case BY_HARDWARE_QUEUE -> kit.scenario.driver().map().queues();
                    case BY_DEVICE -> kit.machine.disks.size();
                };
        List<SubmissionQueue> submission = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            submission.add(new SubmissionQueue(register(queues == 1 ? "" : Integer.toString(i)), portLock(choice, i)));
        }
        return new HbaLink(
                hba,
                submission,
                choice,
                IntStream.range(0, kit.topology.cpus())
                        .map(kit.scenario.hardware().vectors()::replyQueueOf)
                        .boxed()
                        .toList(),
                section());
    }

    /** A register write costs the same whoever wrote last, but one is done after the other. */
    private CacheLine register(String number) {
        long ns = kit.scenario.host().registerWriteNs();
        Topology flat = new Topology(1, kit.topology.cpus(), 1, new LineCosts(ns, ns, ns, ns));
        CacheLine register = new CacheLine("hba0.submission_register" + number, flat, kit.concurrent());
        kit.machine.probe.watch(register);
        return register;
    }

    private @Nullable Lock portLock(HbaLink.Choice choice, int port) {
        return choice == HbaLink.Choice.BY_DEVICE
                ? kit.machine
                        .lock("ata" + (port + 1) + ".lock", kit.locks, kit.kernel.hostLockLines())
                        .lock()
                : null;
    }

    private @Nullable GlobalSection section() {
        MachineSettings machine = kit.scenario.machine();
        if (!machine.iommuLocked()) {
            return null;
        }
        return new GlobalSection(
                kit.machine
                        .lock("iommu.lock", new LockParameters(LockKind.QSPINLOCK, 0), machine.iommuLockLines())
                        .lock(),
                kit.kernel.prices().of("iommu_dma_map_sg"),
                kit.kernel.prices().of("iommu_dma_unmap_sg"));
    }

    void connect(LowLevelDriver driver, MidLayer midLayer) {
        if (driver instanceof ScsiDebug scsiDebug) {
            scsiDebug.connect(midLayer);
        } else if (driver instanceof HbaDriver hbaDriver) {
            VectorMap map = kit.scenario.hardware().vectors();
            for (IrqVector vector : kit.machine.vectors) {
                Cpu cpu = kit.machine.cpus.get(map.interruptedCpu(vector.number()));
                hbaDriver.handle(vector.number(), vector.replyQueue(), cpu, midLayer);
            }
        }
    }
}
