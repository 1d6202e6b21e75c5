package org.mqemu.api.hardware;

/** A task management function (SAM-5, chapter 7), or a reset beyond it; from the smallest to the largest reach. */
public enum TaskKind {
    /** Ends one command. */
    ABORT_TASK,
    /** Resets one logical unit. */
    LUN_RESET,
    /** Resets a target with all its logical units. */
    TARGET_RESET,
    /** Resets all targets of a channel. */
    BUS_RESET,
    /** Resets the HBA itself; no drive hears of it. */
    HOST_RESET
}
