package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;
import org.mqemu.blkmq.sync.LockKind;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.scsi.support.ScsiParameters;

/** A host with one target and its devices, without a machine around them. */
final class TestTarget {
    private static final Topology ONE_CPU = ScsiParameters.topology(1, 1, 1);

    final ScsiHost host;
    final ScsiTarget target;
    final List<ScsiDevice> devices = new ArrayList<>();

    TestTarget(int hostCanQueue, int targetCanQueue, int... queueDepths) {
        host = new ScsiHost("host0", hostCanQueue, lock(), line());
        target = new ScsiTarget("target0:0:0", targetCanQueue, line());
        for (int i = 0; i < queueDepths.length; i++) {
            Disk disk = new Disk("sd" + (char) ('a' + i), i, 8, 1);
            ScsiDevice device = new ScsiDevice(disk, host, target, new ScsiAddress(0, 0, 0, i), queueDepths[i], line());
            target.add(device);
            devices.add(device);
        }
    }

    static Lock lock() {
        return new Emulation(1, ClockSettings.VIRTUAL)
                .add("host0.host_lock", new SpinLock(ONE_CPU, new LockParameters(LockKind.TICKET, 25), 1, true))
                .lock();
    }

    private static CacheLine line() {
        return new CacheLine("busy", ONE_CPU, false);
    }

    ScsiDevice device(int number) {
        return devices.get(number);
    }

    List<Integer> depths() {
        return devices.stream().map(ScsiDevice::queueDepth).toList();
    }
}
