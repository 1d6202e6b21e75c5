package org.mqemu.runner.run;

import org.mqemu.api.engine.Emulation;
import org.mqemu.blkmq.mq.MqGeneration;
import org.mqemu.blkmq.sync.LockParameters;
import org.mqemu.blkmq.topology.Topology;
import org.mqemu.runner.scenario.KernelSettings;
import org.mqemu.runner.scenario.Scenario;

/** What every part of a machine is made with. */
final class Kit {
    final Scenario scenario;
    final KernelSettings kernel;
    final Machine machine;
    final LockParameters locks;
    final Topology topology;

    Kit(Scenario scenario, Emulation emulation) {
        this.scenario = scenario;
        this.kernel = scenario.kernel();
        this.topology = scenario.machine().topology();
        this.locks = new LockParameters(kernel.lockKind(), scenario.machine().lockInvalidationNs());
        this.machine = new Machine(emulation, scenario);
    }

    Emulation emulation() {
        return machine.emulation;
    }

    boolean concurrent() {
        return emulation().concurrent();
    }

    long ipiLatencyNs() {
        return scenario.machine().cpu().ipiLatencyNs();
    }

    boolean isEarly() {
        return kernel.blkMq().generation() == MqGeneration.EARLY;
    }
}
