package org.mqemu.devices.hba;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.random.RandomStream;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.FaultScript;
import org.mqemu.devices.fault.FaultStatistics;

/** The faults of an HBA: its script, and until when its links are down. Not thread-safe. */
final class HbaFaults {
    private final FaultScript script;
    private long linkDownUntilNs;

    HbaFaults(List<FaultRule> rules) {
        for (FaultRule rule : rules) {
            if (!rule.kind().ofHbas()) {
                throw new IllegalArgumentException("an HBA can not have " + rule);
            }
        }
        this.script = new FaultScript(rules);
    }

    /** Looks at a command and returns the rule that strikes, or null. */
    @Nullable FaultRule onCommand(HbaCommand command, long nowNs, RandomStream random) {
        return script.onCommand(command.op(), command.sector(), command.sectors(), nowNs, random);
    }

    /** Returns a rule that time has brought about, or null if there is none left. */
    @Nullable FaultRule due(long nowNs) {
        return script.due(nowNs);
    }

    /** Returns when time brings about the next one, in emulated nanoseconds. */
    long nextNs() {
        return script.nextNs();
    }

    void linkDownUntil(long endNs) {
        linkDownUntilNs = Math.max(linkDownUntilNs, endNs);
    }

    boolean isLinkDown(long nowNs) {
        return nowNs < linkDownUntilNs;
    }

    List<FaultStatistics> statistics(String place) {
        return script.statistics(place);
    }
}
