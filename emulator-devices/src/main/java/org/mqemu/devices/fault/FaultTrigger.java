package org.mqemu.devices.fault;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.Range;

/**
 * When a fault strikes. What is given must hold together; {@code every} and {@code probability} look only at commands
 * for which the rest holds.
 *
 * @param fromNs not before this time, in emulated nanoseconds
 * @param untilNs before this time, in emulated nanoseconds; {@link FaultRule#FOREVER} for no end
 * @param every each command of so many; 0 if not given
 * @param probability with this probability, above 0 and at most 1; 0 if not given
 * @param firstSector commands that touch a sector from this one on, in units of 512 bytes; -1 if not given
 * @param lastSector the last such sector, in units of 512 bytes; -1 if not given
 * @param op commands that do this; null if not given
 * @param count at most so many times; 0 for any number
 */
public record FaultTrigger(
        long fromNs,
        long untilNs,
        long every,
        double probability,
        long firstSector,
        long lastSector,
        @Nullable Op op,
        long count) {
    /** Always. */
    public static final FaultTrigger ALWAYS = new FaultTrigger(0, FaultRule.FOREVER, 0, 0, -1, -1, null, 0);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter lies outside its range
     */
    public FaultTrigger {
        Range.check("fromNs", fromNs, 0, FaultRule.FOREVER);
        Range.check("untilNs", untilNs, fromNs, FaultRule.FOREVER);
        Range.check("every", every, 0, Long.MAX_VALUE);
        Range.check("firstSector", firstSector, -1, Long.MAX_VALUE);
        Range.check("lastSector", lastSector, firstSector, Long.MAX_VALUE);
        Range.check("count", count, 0, Long.MAX_VALUE);
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be between 0 and 1: " + probability);
        }
    }

    /** Returns whether it takes a command to strike, not time alone. */
    public boolean needsCommand() {
        return every > 0 || probability > 0 || firstSector >= 0 || op != null;
    }

    /** Returns whether a command is one of those that are looked at. */
    boolean looksAt(Op its, long sector, int sectors, long nowNs) {
        return nowNs >= fromNs && nowNs < untilNs && (op == null || op == its) && touches(sector, sectors);
    }

    private boolean touches(long sector, int sectors) {
        return firstSector < 0 || (sectors > 0 && sector <= lastSector && sector + sectors > firstSector);
    }

    /** Returns the same with all else as it is. */
    public FaultTrigger during(long newFromNs, long newUntilNs) {
        return new FaultTrigger(newFromNs, newUntilNs, every, probability, firstSector, lastSector, op, count);
    }

    /** Returns the same for each command of so many. */
    public FaultTrigger every(long commands) {
        return new FaultTrigger(fromNs, untilNs, commands, probability, firstSector, lastSector, op, count);
    }

    /** Returns the same with a probability. */
    public FaultTrigger withProbability(double newProbability) {
        return new FaultTrigger(fromNs, untilNs, every, newProbability, firstSector, lastSector, op, count);
    }

    /** Returns the same for commands that touch a range of sectors. */
    public FaultTrigger sectors(long first, long last) {
        return new FaultTrigger(fromNs, untilNs, every, probability, first, last, op, count);
    }

    /** Returns the same for commands that do something. */
    public FaultTrigger only(Op newOp) {
        return new FaultTrigger(fromNs, untilNs, every, probability, firstSector, lastSector, newOp, count);
    }

    /** Returns the same, but at most so many times. */
    public FaultTrigger times(long newCount) {
        return new FaultTrigger(fromNs, untilNs, every, probability, firstSector, lastSector, op, newCount);
    }
}
