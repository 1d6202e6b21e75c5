package org.mqemu.devices.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.random.RandomStream;

/**
 * The rules of one drive, volume or HBA at work.
 *
 * <p>Every rule looks at every command, so that what one does shifts no other's count; of several that would strike the
 * same command the first one does. Rules that time alone brings about do not look at commands. Not thread-safe.
 */
public final class FaultScript {
    private final List<ActiveRule> all = new ArrayList<>();
    private final List<ActiveRule> ofCommands = new ArrayList<>();
    private final ArrayDeque<ActiveRule> timed = new ArrayDeque<>();

    /**
     * Creates a script of which nothing has happened yet.
     *
     * @param rules its rules, in their order
     */
    public FaultScript(List<FaultRule> rules) {
        rules.forEach(rule -> all.add(new ActiveRule(rule)));
        all.stream().filter(active -> !active.rule().isTimed()).forEach(ofCommands::add);
        all.stream()
                .filter(active -> active.rule().isTimed())
                .sorted(Comparator.comparingLong(
                        active -> active.rule().trigger().fromNs()))
                .forEach(timed::add);
    }

    /**
     * Looks at a command.
     *
     * @param op what it does
     * @param sector its first sector
     * @param sectors the number of sectors
     * @param nowNs the time, in emulated nanoseconds
     * @param random the component's stream
     * @return the rule that strikes it, or null
     */
    public @Nullable FaultRule onCommand(Op op, long sector, int sectors, long nowNs, RandomStream random) {
        ActiveRule first = null;
        for (ActiveRule active : ofCommands) {
            if (active.wants(op, sector, sectors, nowNs, random) && first == null) {
                first = active;
            }
        }
        if (first == null) {
            return null;
        }
        first.strike();
        return first.rule();
    }

    /** Returns when time brings about the next fault, in emulated nanoseconds; {@link FaultRule#FOREVER} if it does not. */
    public long nextNs() {
        ActiveRule next = timed.peek();
        return next == null ? FaultRule.FOREVER : next.rule().trigger().fromNs();
    }

    /**
     * Strikes the next fault that time brings about, if it is due.
     *
     * @param nowNs the time, in emulated nanoseconds
     * @return its rule, or null if none is due
     */
    public @Nullable FaultRule due(long nowNs) {
        ActiveRule next = timed.peek();
        if (next == null || next.rule().trigger().fromNs() > nowNs) {
            return null;
        }
        timed.remove();
        next.strike();
        return next.rule();
    }

    /**
     * Returns how often each rule has struck, in the order of the rules.
     *
     * @param place whose rules they are
     */
    public List<FaultStatistics> statistics(String place) {
        return all.stream().map(active -> active.statistics(place)).toList();
    }
}
