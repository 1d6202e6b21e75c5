package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.tag.SbitmapTags;
import org.mqemu.runner.scenario.Stack;
import org.mqemu.scsi.midlayer.Jiffies;
import org.mqemu.scsi.midlayer.QueueDepthTracking;
import org.mqemu.scsi.midlayer.ScsiAddress;
import org.mqemu.scsi.midlayer.ScsiDevice;
import org.mqemu.scsi.midlayer.ScsiHost;
import org.mqemu.scsi.midlayer.ScsiTarget;

/** Makes what the SCSI mid-layer is made of: hosts and devices. */
final class ScsiParts {
    private final Kit kit;
    private final Map<String, ScsiTarget> targets = new LinkedHashMap<>();

    ScsiParts(Kit kit) {
        this.kit = kit;
    }

    /** How the driver's devices follow TASK SET FULL; up to 3.18, which the legacy stack and early blk-mq are of, without tags below 8. */
    QueueDepthTracking tracking() {
        boolean older = kit.scenario.stack() == Stack.LEGACY || kit.isEarly();
        return new QueueDepthTracking(
                new Jiffies(kit.kernel.hz()),
                kit.scenario.host().tracksQueueDepth(),
                older ? kit.scenario.host().cmdPerLun() : QueueDepthTracking.STAYS_TAGGED);
    }

    private ScsiTarget target(ScsiAddress address) {
        String name = "target" + address.host() + ":" + address.channel() + ":" + address.target();
        return targets.computeIfAbsent(name, this::newTarget);
    }

    private ScsiTarget newTarget(String name) {
        int canQueue = kit.scenario.host().targets().canQueue();
        if (canQueue == ScsiTarget.NO_LIMIT) {
            return new ScsiTarget(name, canQueue, null);
        }
        ScsiTarget target = new ScsiTarget(name, canQueue, kit.machine.line(name + ".target_busy"));
        kit.machine.probe.watch(name + ".target_busy", target::places);
        kit.machine.probe.audits(
                (audit, holder) -> audit.mustBeZero(holder, "commands in " + name + ".target_busy", target.busy()));
        return target;
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
        return kit.scenario.hosts();
    }

    private ScsiHost host(String name, int number) {
        Lock hostLock = kit.machine
                .lock(name + ".host_lock", kit.locks, kit.kernel.hostLockLines())
                .lock();
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
        ScsiAddress address = machine.addressOf(disk);
        ScsiDevice device =
                new ScsiDevice(disk, host, target(address), address, depth, machine.line(disk.name() + ".device_busy"));
        if (kit.scenario.stack() == Stack.SCSI_MQ && kit.kernel.scsi().budgetMap()) {
            int capacity = ScsiDevice.mapCapacity(host.canQueue());
            device.keepsPlacesIn(new SbitmapTags(
                    disk.name() + ".budget_map",
                    Math.min(depth, capacity),
                    capacity,
                    true,
                    kit.topology,
                    kit.concurrent()));
        }
        machine.devices.add(device);
        machine.probe.watch(disk.name() + ".device_busy", device::places);
        machine.probe.audits((audit, holder) ->
                audit.mustBeZero(holder, "commands in " + disk.name() + ".device_busy", device.busy()));
        return device;
    }
}
