package org.mqemu.devices.fault;

import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;

/** A rule at work: how many commands it has looked at, and how often it has struck. Not thread-safe. */
final class ActiveRule {
    private final FaultRule rule;
    private long looked;
    private long struck;

    ActiveRule(FaultRule rule) {
        this.rule = rule;
    }

    FaultRule rule() {
        return rule;
    }

    /** Looks at a command and returns whether the rule would strike it. */
    boolean wants(Op op, long sector, int sectors, long nowNs, RandomStream random) {
        FaultTrigger trigger = rule.trigger();
        if (isUsedUp() || !rule.kind().strikes(op) || !trigger.looksAt(op, sector, sectors, nowNs)) {
            return false;
        }
        looked++;
        boolean itsTurn = trigger.every() == 0 || looked % trigger.every() == 0;
        return itsTurn && (trigger.probability() == 0 || random.nextDouble() < trigger.probability());
    }

    private boolean isUsedUp() {
        return rule.trigger().count() > 0 && struck >= rule.trigger().count();
    }

    void strike() {
        struck++;
    }

    FaultStatistics statistics(String place) {
        return new FaultStatistics(place, rule.text(), rule.kind(), struck);
    }
}
