package org.mqemu.devices.fault;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.CommandStatus;

/** A command that a logical unit holds: it waits, or is at the drive, or its answer is kept back. Not thread-safe. */
final class OpenCommand {
    /** An answer is not put off for longer, in nanoseconds: an hour, when all hosts have given up. */
    private static final long MAX_STRETCH_NS = 3_600_000_000_000L;

    private final long token;
    private final BlockCommand command;
    private CommandStatus fate = CommandStatus.GOOD;
    private long sentNs = -1;
    private double factor = 1;
    private boolean looked;
    private boolean stretched;
    private @Nullable CommandStatus answer;

    OpenCommand(long token, BlockCommand command) {
        this.token = token;
        this.command = command;
    }

    /** Returns the unit's own number for it, by which the drive knows it. */
    long token() {
        return token;
    }

    BlockCommand command() {
        return command;
    }

    /** Says how it will end at best, whatever the drive says. */
    void endsAs(CommandStatus status) {
        fate = status;
    }

    /** Returns how it ends if the drive says so. */
    CommandStatus outcome(CommandStatus ofDrive) {
        return ofDrive.compareTo(fate) < 0 ? fate : ofDrive;
    }

    /** Returns whether no rule has looked at it yet; asked once. */
    boolean isNew() {
        boolean first = !looked;
        looked = true;
        return first;
    }

    void sent(long nowNs, double newFactor) {
        sentNs = nowNs;
        factor = newFactor;
    }

    boolean isSent() {
        return sentNs >= 0;
    }

    /** Returns how much longer the answer takes than the drive, in nanoseconds; asked when the drive answers, once. */
    long stretchNs(long nowNs) {
        if (stretched) {
            return 0;
        }
        stretched = true;
        return Math.min(MAX_STRETCH_NS, Math.round((double) (nowNs - sentNs) * (factor - 1)));
    }

    void keepBack(CommandStatus status) {
        answer = status;
    }

    /** Returns the answer that is kept back, or null. */
    @Nullable CommandStatus keptBack() {
        return answer;
    }

    /** Returns whether an answer is still to come. */
    boolean isAwaited() {
        return isSent() && answer == null;
    }
}
