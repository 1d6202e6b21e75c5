package org.mqemu.runner.run;

import org.mqemu.api.engine.Emulation;
import org.mqemu.runner.scenario.DriverKind;
import org.mqemu.runner.scenario.Scenario;

/** Puts a machine together as a scenario describes it. The order in which parts are made is part of a run's identity. */
final class MachineBuilder {
    private MachineBuilder() {}

    static Machine build(Scenario scenario, Emulation emulation) {
        Kit kit = new Kit(scenario, emulation);
        if (scenario.host().driver() == DriverKind.NULL_BLK) {
            new NullBlkMachine(kit).build();
            return kit.machine;
        }
        switch (scenario.stack()) {
            case LEGACY -> new LegacyMachine(kit).build();
            case SCSI_MQ -> new ScsiMqMachine(kit).build();
            case BLK_MQ -> throw new IllegalStateException("null_blk is the only driver of that stack");
        }
        return kit.machine;
    }
}
