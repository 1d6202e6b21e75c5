package org.mqemu.devices.fault;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The states that a logical unit is in, and when each ends. Not thread-safe. */
final class UnitState {
    private final Map<FaultKind, Long> endsNs = new EnumMap<>(FaultKind.class);
    private double factor = 1;

    /** Begins a state: of two that overlap the longer one counts, of two factors the newer one. */
    void begin(FaultRule rule, long beginNs) {
        if (rule.kind() == FaultKind.SLOW) {
            factor = rule.factor();
            endsNs.put(FaultKind.SLOW, rule.endNs(beginNs));
        } else {
            endsNs.merge(rule.kind(), rule.endNs(beginNs), Math::max);
        }
        if (rule.kind() == FaultKind.GONE) {
            endsNs.remove(FaultKind.HANG); // it starts afresh when it is back
        }
    }

    boolean is(FaultKind kind) {
        return endsNs.containsKey(kind);
    }

    /** Returns how much longer a command takes that begins now. */
    double factor() {
        return is(FaultKind.SLOW) ? factor : 1;
    }

    /** Returns when the next state ends, in emulated nanoseconds. */
    long nextEndNs() {
        return endsNs.values().stream().min(Long::compare).orElse(FaultRule.FOREVER);
    }

    /** Ends the states whose time has come and returns them. */
    List<FaultKind> end(long atNs) {
        List<FaultKind> over = new ArrayList<>();
        endsNs.forEach((kind, endNs) -> {
            if (endNs <= atNs) {
                over.add(kind);
            }
        });
        over.forEach(endsNs::remove);
        return over;
    }
}
