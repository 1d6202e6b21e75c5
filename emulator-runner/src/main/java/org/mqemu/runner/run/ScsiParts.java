package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.runner.scenario.DriverKind;
import org.mqemu.runner.scenario.Stack;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiHost;

/** Makes what the SCSI mid-layer is made of: hosts and devices. */
final class ScsiParts {
    private final Kit kit;

    ScsiParts(Kit kit) {
        this.kit = kit;
    }

    /** The hosts: one, or for AHCI one for each port. */
    List<ScsiHost> hosts() {
        List<ScsiHost> hosts = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            hosts.add(host("host" + i, i));
        }
        return hosts;
    }

    int count() {
        return kit.scenario.host().driver() == DriverKind.AHCI ? kit.machine.disks.size() : 1;
    }

    private ScsiHost host(String name, int number) {
        Lock hostLock = kit.scenario.stack() == Stack.LEGACY
                ? kit.machine
                        .lock(name + ".host_lock", kit.locks, kit.kernel.hostLockLines())
                        .lock()
                : null;
        ScsiHost host = new ScsiHost(
                name, number, kit.scenario.host().canQueue(), hostLock, kit.machine.line(name + ".host_busy"));
        kit.machine.probe.watch(name + ".host_busy", host::places);
        kit.machine.probe.audits(host::audit);
        return host;
    }

    /** The host of a disk. */
    static ScsiHost of(Disk disk, List<ScsiHost> hosts) {
        return hosts.get(disk.index() % hosts.size());
    }

    ScsiDevice device(Disk disk, ScsiHost host) {
        Machine machine = kit.machine;
        int depth = kit.scenario.host().queueDepth();
        ScsiDevice device = new ScsiDevice(disk, host, depth, machine.line(disk.name() + ".device_busy"));
        if (kit.scenario.stack() == Stack.SCSI_MQ && kit.kernel.scsi().budgetMap()) {
            device.keepsPlacesIn(
                    new SbitmapTags(disk.name() + ".budget_map", depth, depth, true, kit.topology, kit.concurrent()));
        }
        machine.probe.watch(disk.name() + ".device_busy", device::places);
        machine.probe.audits((audit, holder) ->
                audit.mustBeZero(holder, "commands in " + disk.name() + ".device_busy", device.busy()));
        return device;
    }
}
