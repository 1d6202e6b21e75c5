package org.mqemu.devices.fault;

import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;

/**
 * The ways in which hardware misbehaves.
 *
 * <p>Some concern a single command; others, a state that lasts, concern every command while it does.
 */
public enum FaultKind {
    /** The sectors can not be read or written: answered when the drive has tried. Reads and writes only. */
    MEDIUM_ERROR(Effect.FAILS, CommandStatus.MEDIUM_ERROR),
    /** The drive is broken: answered when it has tried. */
    HARDWARE_ERROR(Effect.FAILS, CommandStatus.HARDWARE_ERROR),
    /** The drive gives the command up: answered when it has tried. */
    ABORTED_COMMAND(Effect.FAILS, CommandStatus.ABORTED_COMMAND),
    /** The drive is not ready: answered at once. */
    NOT_READY(Effect.REFUSES, CommandStatus.NOT_READY),
    /** The drive has been reset or powered on: answered at once. */
    UNIT_ATTENTION(Effect.REFUSES, CommandStatus.UNIT_ATTENTION),
    /** The drive takes no command now: answered at once. */
    BUSY(Effect.REFUSES, CommandStatus.BUSY),
    /** The drive's queue is full: answered at once. */
    TASK_SET_FULL(Effect.REFUSES, CommandStatus.TASK_SET_FULL),
    /** The command is swallowed: it is never answered. */
    TIMEOUT(Effect.SWALLOWS, CommandStatus.TIMED_OUT),
    /** The drive answers nothing, neither commands nor task management; what it holds is served when it is back. */
    HANG(Effect.LASTS, CommandStatus.TIMED_OUT),
    /** The drive is not there; when it is back, its first command is answered with a unit attention. */
    GONE(Effect.LASTS, CommandStatus.NO_CONNECT),
    /** The link to a drive, or all links of an HBA, are down: commands end at once. */
    LINK_DOWN(Effect.LASTS, CommandStatus.TRANSPORT_ERROR),
    /** The drive needs longer by a factor. */
    SLOW(Effect.LASTS, CommandStatus.GOOD),
    /** An HBA restarts its firmware: what it held ends when it is up again, what comes meanwhile waits. */
    FIRMWARE_RESET(Effect.LASTS, CommandStatus.RESET);

    /** What a fault does to the command that it strikes. */
    enum Effect {
        /** The drive serves it, and it ends badly. */
        FAILS,
        /** It is answered at once. */
        REFUSES,
        /** It is never answered. */
        SWALLOWS,
        /** It begins a state in which all commands are concerned. */
        LASTS
    }

    private final Effect effect;
    private final CommandStatus status;

    FaultKind(Effect effect, CommandStatus status) {
        this.effect = effect;
        this.status = status;
    }

    Effect effect() {
        return effect;
    }

    /** Returns how a command ends that the fault concerns; of those that are not answered, what the host makes of it. */
    public CommandStatus status() {
        return status;
    }

    /** Returns whether the fault is a state that lasts, so that time alone can bring it about. */
    public boolean lasts() {
        return effect == Effect.LASTS;
    }

    /** Returns whether a drive can have it. */
    public boolean ofDevices() {
        return this != FIRMWARE_RESET;
    }

    /** Returns whether an HBA can have it. */
    public boolean ofHbas() {
        return this == FIRMWARE_RESET || this == LINK_DOWN;
    }

    /**
     * Returns whether it can strike a command.
     *
     * @param op what the command does
     */
    public boolean strikes(Op op) {
        return this != MEDIUM_ERROR || op.movesData();
    }
}
